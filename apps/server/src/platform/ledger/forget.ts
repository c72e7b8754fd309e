import { changeRows, type Database } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const SETS_AT_ONCE = 200;

/**
 * Forgets what rows were, of sets older than so many days. That something was written, by whom and
 * how much, is still told; it can not be taken back any more. Says how many sets it was.
 */
export async function forgetOldRows(db: Database, days: number): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const some = await db.transaction((tx) =>
      changeRows(
        tx,
        sql`with old as (
              select id from change_sets
              where at < now() - make_interval(days => ${days}::int) and status <> 'pending'
                and not_revertible is distinct from 'expired'
              order by at limit ${SETS_AT_ONCE} for update skip locked),
            rows as (delete from changes using old where changes.set_id = old.id),
            counted as (
              update change_set_tables touched set bulk_inserted = 0, bulk_version = null
              from old where touched.set_id = old.id and touched.bulk_inserted > 0)
            update change_sets set not_revertible = 'expired' from old
            where change_sets.id = old.id`,
      ),
    );
    forgotten += some;
    if (some < SETS_AT_ONCE) return forgotten;
  }
}
