import pg from 'pg';
import { isSoWithin } from './within-turns.ts';

const PATIENCE_MS = 8_000;
/** One that is given up is closed by itself after this. */
const LONGEST_MS = 12_000;

/** Whether a database answers a new connection soon. */
export function isAnswering(
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
  return isSoWithin(patienceMs, ask());
}
