import type pg from 'pg';
import { Failure } from '@causeway/contract/errors.ts';
import type { SqlTarget } from '../stored.ts';
import { unitsOf } from './characters.ts';
import { asStatementFailure } from './failures.ts';
import type { Reuse, SqlSession } from './sessions.ts';
import { type Completed, ParameterTypes, type Prepared, Statement } from './statement.ts';
import type { SqlDatabases } from './databases.ts';
import { ask, commit, type QueryInTransaction } from './transaction.ts';
import { watchStatement } from './watch.ts';

/** A statement somebody wrote, and how it may run. */
export type RunRequest = {
  text: string;
  values: unknown[];
  /** reading: in a read-only transaction; rows: in one that is committed; alone: as it is. */
  mode: 'reading' | 'rows' | 'alone';
  reuse: Reuse;
  rowLimit: number;
  /** Beyond it the statement fails instead of being cut. */
  failsBeyond: boolean;
  /** The statement has no limit of its own and is stopped at ours. */
  cutsAtLimit: boolean;
  signal: AbortSignal;
  /** Only in the mode 'rows': the last that happens before the commit, which it can still prevent. */
  beforeCommit?(written: Completed, query: QueryInTransaction): Promise<void>;
  /** From a place in `text`, from 0, to one in what the user wrote. */
  placeInOriginal(place: number): number;
};

/** Beyond this many bytes a result is refused; it would have to be held in memory. */
const MOST_BYTES = 32 * 1024 * 1024;

export async function runStatement(
  databases: SqlDatabases,
  target: SqlTarget,
  request: RunRequest,
): Promise<Completed> {
  const isOurs = request.mode === 'reading' && request.reuse === 'as-is';
  if (!isOurs || unprepared.has(target)) return runOnce(databases, target, request);
  try {
    return await runOnce(databases, target, request, takePrepared);
  } catch (error) {
    const state = error instanceof Failure ? error.details?.sqlState : undefined;
    if (state === UNKNOWN_STATEMENT || state === STATEMENT_EXISTS) unprepared.add(target);
    else if (state !== OUTDATED_STATEMENT) throw error;
    return runOnce(databases, target, request);
  }
}

/** The table was changed in a way that the statement's columns are no longer of the same type. */
const OUTDATED_STATEMENT = '0A000';
/** Behind a pooler that changes backends, a session does not find again what it prepared. */
const UNKNOWN_STATEMENT = '26000';
const STATEMENT_EXISTS = '42P05';
const unprepared = new WeakSet<SqlTarget>();
const MOST_PREPARED = 100;

function takePrepared({ prepared }: SqlSession, text: string): Prepared | undefined {
  const known = prepared.get(text);
  if (known || prepared.size >= MOST_PREPARED) return known;
  return { name: `causeway ${prepared.size}` };
}

function runOnce(
  databases: SqlDatabases,
  target: SqlTarget,
  request: RunRequest,
  prepare?: typeof takePrepared,
): Promise<Completed> {
  return databases.sessions.withSession(target, request.signal, async (session) => {
    const watch = watchStatement(databases, target, session, request.signal);
    const prepared = prepare?.(session, request.text);
    try {
      const values = await Promise.race([encodeValues(session, request), watch.stopped]);
      const statement = new Statement({
        text: request.text,
        ...(prepared && { prepared }),
        values,
        transaction: transactionOf[request.mode],
        mostRows: request.rowLimit,
        cutsAtLimit: request.cutsAtLimit,
      });
      session.tap.open({
        rows: statement.rows,
        mostBytes: MOST_BYTES,
        onOverflow: () => watch.stop(new Failure('E_RESULT_TOO_LARGE')),
        ...(request.failsBeyond && { onTooMany: () => watch.stop(tooManyRows(request.rowLimit)) }),
      });
      session.client.query(statement);
      const completed = await Promise.race([statement.completed, watch.stopped]);
      if (request.mode === 'rows') {
        // The clock of the statement is not for what we do ourselves.
        watch.pause();
        session.tap.close();
        await request.beforeCommit?.(completed, (statement) => ask(session, watch, statement));
        await commit(session, watch);
      }
      if (prepared) {
        session.prepared.set(request.text, { ...prepared, fields: completed.fields });
      }
      return { result: completed, reuse: request.reuse };
    } catch (error) {
      if (watch.isStopped()) throw error;
      throw lostOrFailed(error, request);
    } finally {
      watch.end();
    }
  });
}

const ROWS_A_PAGE = 1_000;

export type StatementPage = { fields: pg.FieldDef[]; rows: Buffer };

/**
 * A result of any size, page by page: the next one is fetched when the last one has been taken, so
 * neither side holds more than a page. Only for reading.
 */
export function streamStatement(
  databases: SqlDatabases,
  target: SqlTarget,
  request: RunRequest,
  take: (page: StatementPage) => Promise<void>,
): Promise<Completed> {
  return databases.sessions.withSession(target, request.signal, async (session) => {
    const watch = watchStatement(databases, target, session, request.signal);
    const tap = (statement: Statement) =>
      session.tap.open({
        rows: statement.rows,
        mostBytes: MOST_BYTES,
        onOverflow: () => watch.stop(new Failure('E_RESULT_TOO_LARGE')),
      });
    try {
      const values = await Promise.race([encodeValues(session, request), watch.stopped]);
      const statement: Statement = new Statement({
        text: request.text,
        values,
        transaction: 'read-only',
        mostRows: ROWS_A_PAGE,
        onPage: async (rows) => {
          watch.pause();
          await take({ fields: statement.fields, rows: Buffer.concat(rows) });
          tap(statement);
          watch.resume();
        },
      });
      tap(statement);
      session.client.query(statement);
      const completed = await Promise.race([statement.completed, watch.stopped]);
      return { result: completed, reuse: request.reuse };
    } catch (error) {
      if (watch.isStopped()) throw error;
      throw lostOrFailed(error, request);
    } finally {
      watch.end();
    }
  });
}

const transactionOf = { reading: 'read-only', rows: 'begin', alone: 'none' } as const;

function tooManyRows(limit: number): Failure {
  return new Failure(
    'E_RESULT_TOO_LARGE',
    `The result has more than ${limit} rows. Ask for fewer, or for a stream.`,
  );
}

/** A statement of its own that was cut off may have been done; one in a transaction was not. */
function lostOrFailed(error: unknown, request: RunRequest): Failure {
  const placeOf = (position: number) =>
    request.placeInOriginal(unitsOf(request.text, position - 1)) + 1;
  const failure = asStatementFailure(error, placeOf);
  const isLost = failure.code === 'E_UPSTREAM_UNREACHABLE';
  return isLost && request.mode === 'alone' ? new Failure('E_OUTCOME_UNKNOWN') : failure;
}

const JSON_TYPES = new Set([114, 3802]);

/**
 * Values as the text Postgres reads. An object is JSON. A list is JSON for a json column and an
 * array for every other, so its parameter's type is asked for first.
 */
async function encodeValues(
  { client }: { client: pg.Client },
  { text, values }: Pick<RunRequest, 'text' | 'values'>,
): Promise<(string | null)[]> {
  if (!values.some((value) => Array.isArray(value))) {
    return values.map((value) => encodeValue(value, false));
  }
  const types = client.query(new ParameterTypes(text));
  const found = await types.found;
  return values.map((value, index) => encodeValue(value, JSON_TYPES.has(found[index] ?? 0)));
}

function encodeValue(value: unknown, isJson: boolean): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && !isJson) return encodeArray(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return JSON.stringify(value);
}

function encodeArray(items: unknown[]): string {
  const parts = items.map((item): string => {
    if (item === null || item === undefined) return 'NULL';
    if (Array.isArray(item)) return encodeArray(item);
    const text = encodeValue(item, false) ?? '';
    return `"${text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
  });
  return `{${parts.join(',')}}`;
}
