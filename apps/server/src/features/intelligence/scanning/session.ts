import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@causeway/contract/errors.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { asStatementFailure } from '#platform/connectors/sql/failures.ts';
import type { SqlDatabases } from '#platform/connectors/sql/databases.ts';
import type { Watch } from '#platform/connectors/sql/paces.ts';
import type { Statement } from '#platform/db/database.ts';

/** The one connection a scan asks on, a statement at a time; cells are the text Postgres prints. */
export type ScanSession = {
  ask(statement: Statement, timeoutMs?: number): Promise<(string | null)[][]>;
  /** How long the database has worked for us. */
  spentMs(): number;
};

export const STATEMENT_MS = 3_000;
const LONGEST_REST_MS = 2_000;
/** Pages of others this much slower than usual: it rests longer, and does nothing until they are quicker. */
const SLOWER = 1.3;
const TOO_SLOW = 1.5;
const RESTS_WHEN_SLOWER = 4;
/** Where waiting does not make them quicker, it is not the scan that slows them down. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 100;

/**
 * Read-only, one at a time, without helpers, giving way to any lock. Nothing that people made is found
 * by its name alone: operators and functions are Postgres' own. After each statement it rests for as
 * long as that one took, so that a scan never takes more than half of one processor, and longer when
 * people's own pages of that database get slower.
 */
const settings = `select set_config(name, value, false) from (values
  ('application_name', 'causeway scan'), ('default_transaction_read_only', 'on'),
  ('search_path', 'pg_catalog'), ('lock_timeout', '100'), ('work_mem', '16MB'), ('jit', 'off'),
  ('max_parallel_workers_per_gather', '0'), ('datestyle', 'ISO, YMD'),
  ('extra_float_digits', '1')) setting(name, value)`;

export function withScanSession<Result>(
  databases: SqlDatabases,
  target: SqlTarget,
  signal: AbortSignal,
  work: (session: ScanSession) => Promise<Result>,
): Promise<Result> {
  return databases.withFresh(target, async ({ client, cancel }) => {
    let spent = 0;
    let limit = 0;
    const others = databases.paces.watch(target.id);
    const stop = () => void cancel().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    const query = async ({ text, values }: Statement) => {
      const asked = { text, values: [...values], rowMode: 'array' as const };
      return (await client.query<(string | null)[]>(asked)).rows;
    };
    try {
      await query({ text: settings, values: [] });
      return await work({
        spentMs: () => spent,
        ask: async (statement, timeoutMs = STATEMENT_MS) => {
          if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
          if (limit !== timeoutMs) {
            await query({
              text: `select set_config('statement_timeout', $1, false)`,
              values: [String(timeoutMs)],
            });
            limit = timeoutMs;
          }
          const began = performance.now();
          try {
            return await query(statement);
          } catch (error) {
            throw asStatementFailure(error);
          } finally {
            const took = performance.now() - began;
            spent += took;
            await giveWay(others, took, signal);
          }
        },
      });
    } finally {
      signal.removeEventListener('abort', stop);
      others.end();
    }
  });
}

async function giveWay(others: Watch, took: number, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  await sleep(Math.min(took, LONGEST_REST_MS));
  while (!signal.aborted && mustWait(others.slowdown(), took, performance.now() - began)) {
    await sleep(LOOK_AGAIN_MS);
  }
}

function mustWait(slowdown: number, took: number, rested: number): boolean {
  if (slowdown >= TOO_SLOW) return rested < LONGEST_WAIT_MS;
  return slowdown >= SLOWER && rested < RESTS_WHEN_SLOWER * Math.min(took, LONGEST_REST_MS);
}

/** What a table may do to a scan without ending it: take too long, be locked, not be readable, be gone. */
export function isOfTable(error: unknown): boolean {
  if (!(error instanceof Failure) || error.code === 'E_QUERY_CANCELLED') return false;
  const state = String(error.details?.sqlState ?? '');
  return (
    error.code === 'E_QUERY_TIMEOUT' || state === '57014' || /^(22|42|55|53|54|XX)/.test(state)
  );
}
