import { type Database, listRows } from '#platform/db/database.ts';
import { identifier, sql } from '#platform/db/sql.ts';
import { leastIdAt } from './run-ids.ts';

const WEEK_MS = 7 * 86_400_000;
const WEEKS_AHEAD = 3;
const parents = ['workflow_history', 'workflow_journal'] as const;
const LOCK = 7_203_461;

/**
 * History and journal are cut into weeks by id, so that an old week is dropped at once and without
 * dead rows. Weeks are made ahead; a server does not start without those it needs next.
 */
export async function ensurePartitions(db: Database, now = Date.now()): Promise<void> {
  const existing = await listPartitions(db);
  const wanted = weeksFrom(now).flatMap((week) => parents.map((parent) => ({ parent, week })));
  const missing = wanted.filter(({ parent, week }) => !existing.has(nameOf(parent, week)));
  if (missing.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
    for (const { parent, week } of missing) {
      const from = leastIdAt(week * WEEK_MS);
      const to = leastIdAt((week + 1) * WEEK_MS);
      // Bounds of a partition can not be bound; these are ids we made.
      await tx.query({
        text: `create table if not exists ${identifier(nameOf(parent, week)).text}
          partition of ${parent} for values from ('${from}') to ('${to}')`,
        values: [],
      });
    }
  });
}

/** Weeks that ended so long ago, and hold nothing a run still needs. */
export async function dropOldPartitions(db: Database, days: number, now = Date.now()) {
  const oldest = Math.floor((now - days * 86_400_000) / WEEK_MS);
  const [open] = await listRows<{ id: string }>(
    db,
    sql`select id from workflow_runs order by id limit 1`,
  );
  for (const name of await listPartitions(db)) {
    const week = Number(name.split('_w').at(-1));
    if (!(week < oldest)) continue;
    if (open && open.id < leastIdAt((week + 1) * WEEK_MS)) continue;
    await db.query({ text: `drop table if exists ${identifier(name).text}`, values: [] });
  }
}

async function listPartitions(db: Database): Promise<Set<string>> {
  const rows = await listRows<{ name: string }>(
    db,
    sql`select child.relname as name from pg_inherits
        join pg_class child on child.oid = inhrelid
        join pg_class parent on parent.oid = inhparent
        where parent.relname = any(${[...parents]}::text[])
          and parent.relnamespace = 'causeway'::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Last week too: a clock may be behind. */
function weeksFrom(now: number): number[] {
  const week = Math.floor(now / WEEK_MS);
  return Array.from({ length: WEEKS_AHEAD + 2 }, (_, at) => week - 1 + at);
}

function nameOf(parent: string, week: number): string {
  return `${parent}_w${week}`;
}
