import type { LockKind } from '@causeway/contract/intelligence/intelligence.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { inTrial } from '#platform/connectors/sql/transaction.ts';
import type { Services } from '#platform/services.ts';
import type { Fix } from '../checks/candidate.ts';

export type Tried = { rows: number | null; seconds: number; lock: LockKind; wasTried: boolean };

/** Changing more rows than this would hold others up for the preview alone. */
const MOST_TRIED_SECONDS = 5;
const SLOW_SECONDS = 1;

/**
 * Does it and takes it back, to count rows, time and locks. What reads or writes all of a table, and
 * what can't run in a transaction, is estimated by size instead: its preview must not be the outage.
 */
export async function tryFix(
  { databases }: Services,
  { target }: OpenedSql,
  fix: Fix,
  signal: AbortSignal,
): Promise<Tried> {
  if (fix.kind === 'long' || fix.seconds > MOST_TRIED_SECONDS) {
    return { rows: null, seconds: fix.seconds, lock: fix.lock, wasTried: false };
  }
  return inTrial(databases, target, signal, async (query) => {
    await query({ text: `select set_config('lock_timeout', '2000', true)`, values: [] });
    const began = performance.now();
    const { rowCount } = await query({ text: fix.statement, values: [] });
    const seconds = Math.max(0.1, Math.round((performance.now() - began) / 100) / 10);
    const { rows } = await query({ text: heldLocks, values: [] });
    const held = new Set(rows.map(([mode]) => mode));
    return {
      rows: fix.kind === 'rows' ? rowCount : null,
      seconds,
      lock: lockOf(held, seconds, fix.lock),
      wasTried: true,
    };
  });
}

const heldLocks = `select distinct mode from pg_catalog.pg_locks lock
  join pg_catalog.pg_class relation on relation.oid = lock.relation
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  where lock.pid = pg_catalog.pg_backend_pid() and lock.locktype = 'relation' and lock.granted
    and space.nspname !~ '^pg_'`;

/** What the transaction really held, in words; a second is the line between a moment and a while. */
function lockOf(held: Set<string | null | undefined>, seconds: number, said: LockKind): LockKind {
  const isShort = seconds <= SLOW_SECONDS;
  if (held.has('AccessExclusiveLock')) return isShort ? 'everyone-shortly' : 'everyone';
  const stopsWriters = ['ShareRowExclusiveLock', 'ShareLock', 'ExclusiveLock'];
  if (stopsWriters.some((mode) => held.has(mode))) return isShort ? 'writers-shortly' : 'writers';
  return said === 'nobody' ? 'nobody' : isShort ? 'writers-shortly' : 'writers';
}

/** Whether somebody would wait for longer than a second. */
export function isSlow({ lock, seconds }: Pick<Tried, 'lock' | 'seconds'>): boolean {
  return lock !== 'nobody' && seconds > SLOW_SECONDS;
}
