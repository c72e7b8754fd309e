import pg from 'pg';

const TURN_MS = 100;
const PATIENCE_MS = 4_000;
/** One that is given up is closed by itself after this. */
const LONGEST_MS = 10_000;

/**
 * Whether a database answers a new connection soon. The wait is counted in turns of our own, none of
 * which counts for longer than it was meant to be: while we are held up ourselves, by work of ours or
 * by a machine that is busy elsewhere, an answer may lie there that we have not read yet.
 */
export async function isAnswering(
  connectionString: string | undefined,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: LONGEST_MS,
    query_timeout: LONGEST_MS,
    application_name: 'causeway watch',
  });
  client.on('error', () => {});
  const ask = async () => {
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      // It only asks whether there is an answer.
      return false;
    } finally {
      client.end().catch(() => {});
    }
  };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let left = Math.ceil(patienceMs / TURN_MS);
  const timer = setInterval(() => {
    left -= 1;
    if (left <= 0) resolve(false);
  }, TURN_MS);
  timer.unref();
  void ask().then(resolve);
  const answer = await promise;
  clearInterval(timer);
  return answer;
}
