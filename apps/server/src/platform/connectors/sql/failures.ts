import { Failure } from '@causeway/contract/errors.ts';

/**
 * What the user's database said, as one of our errors. Its own words are kept: they are the best
 * explanation there is. Never a 401 or a 5xx, which would log people out or be retried.
 */
export function asUpstreamFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
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

function isCutOff(message: string): boolean {
  return /^(Connection terminated|timeout expired|timeout exceeded)/.test(message);
}
