import { type ErrorCode, Failure } from '@causeway/contract/errors.ts';
import { sentenceOf } from '../check.ts';
import { certificateProblem } from './certificates.ts';

/**
 * What the user's database said, as one of our errors. Its own words are kept: they are the best
 * explanation there is. Never a 401 or a 5xx, which would log people out or be retried.
 */
export function asUpstreamFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const certificate = certificateProblem(error);
  if (certificate) {
    const sentence = `${sentenceOf(certificate)} (${(error as Error).message})`;
    return new Failure('E_UPSTREAM_TLS', sentence, { problem: certificate.code });
  }
  if (isOfRuntime(error)) {
    return new Failure('E_UPSTREAM_FAILED', 'The database answered what could not be understood.');
  }
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const details = { ...(code && { sqlState: code }), databaseMessage: message };
  if (code.startsWith('28')) return new Failure('E_UPSTREAM_AUTH', message, details);
  if (code === '57014') return new Failure('E_QUERY_TIMEOUT', undefined, details);
  if (/^(E[A-Z]+|57P0\d|08\w{3}|53300)$/.test(code) || isCutOff(message)) {
    return new Failure(
      'E_UPSTREAM_UNREACHABLE',
      `The database does not answer: ${message}`,
      details,
    );
  }
  return new Failure('E_UPSTREAM_FAILED', message, details);
}

/** An error of the runtime speaks of our code, in words that tell nobody anything. */
export function isOfRuntime(error: unknown): boolean {
  const { code = '' } = error as { code?: unknown };
  const isBuiltIn = [TypeError, RangeError, ReferenceError, SyntaxError].some(
    (kind) => error instanceof kind,
  );
  return isBuiltIn || String(code).startsWith('ERR_');
}

function isCutOff(message: string): boolean {
  return /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout)/.test(
    message,
  );
}

type DatabaseError = {
  code?: string;
  message?: string;
  severity?: string;
  detail?: string;
  hint?: string;
  position?: string;
  schema?: string;
  table?: string;
  column?: string;
  constraint?: string;
};

/** What a user's own statement met, with everything Postgres says about it. */
export function asStatementFailure(
  error: unknown,
  placeOf: (position: number) => number = (position) => position,
): Failure {
  if (error instanceof Failure) return error;
  const { code = '', message = '', severity, position, ...rest } = error as DatabaseError;
  // The one "protocol violation" a statement can cause: it has parameters that got no value.
  if (code === '08P01') return new Failure('E_SQL_BINDINGS', message, { sqlState: code });
  if (severity === undefined || /^(57P0|08|28|53)/.test(code)) return asUpstreamFailure(error);
  const { detail, hint, schema, table, column, constraint } = rest;
  return new Failure(statementCode(code, message), message, {
    sqlState: code,
    ...(position !== undefined && { position: placeOf(Number(position)) }),
    ...withoutMissing({ detail, hint, schema, table, column, constraint }),
  });
}

function statementCode(state: string, message: string): ErrorCode {
  const known = codeOfState[state] ?? codeOfClass[state.slice(0, 2)] ?? 'E_SQL_FAILED';
  // Class 22 also has failures of computing, such as a division by zero: the value was not at fault.
  if (known === 'E_SQL_INVALID_VALUE' && state === '22012') return 'E_SQL_FAILED';
  return message.includes('invalid input syntax') ? 'E_SQL_INVALID_VALUE' : known;
}

const codeOfState: Record<string, ErrorCode> = {
  '42601': 'E_SQL_SYNTAX',
  '42P01': 'E_TABLE_NOT_FOUND',
  '42703': 'E_COLUMN_NOT_FOUND',
  '42501': 'E_SQL_FORBIDDEN',
  '25006': 'E_SQL_READ_ONLY',
  '57014': 'E_QUERY_TIMEOUT',
  '55P03': 'E_QUERY_TIMEOUT',
};

const codeOfClass: Record<string, ErrorCode> = {
  '22': 'E_SQL_INVALID_VALUE',
  '23': 'E_SQL_CONSTRAINT',
};

function withoutMissing(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * A statement that was kept parsed is not there any more, or its name is taken: behind a pooler that
 * changes backends, nobody finds again what they prepared.
 */
export function isLostStatement(sqlState: unknown): boolean {
  return sqlState === '26000' || sqlState === '42P05';
}
