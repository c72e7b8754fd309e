import { giveBack, keepHold, listLapsed, settle } from '#platform/credits/holds.ts';
import type { Used } from '#platform/credits/usage.ts';
import type { Database, Db } from '#platform/db/database.ts';

/**
 * What became of the work a hold is for: it goes on, or it ended with so much used (null: with
 * nothing that was written down). Told by who does the work.
 */
type Fate = { isRunning: true } | { isRunning: false; used: readonly Used[] | null };
export type FindFate = (db: Db, cause: string) => Promise<Fate>;

const MOST_AT_ONCE = 200;

/**
 * Holds that nobody ended in time. Whose work goes on is kept; otherwise what was recorded is charged
 * and what nobody recorded is given back. A latecomer finds it ended.
 */
export async function sweepHolds(db: Database, findFate: FindFate): Promise<number> {
  const lapsed = await db.transaction((tx) => listLapsed(tx, MOST_AT_ONCE));
  let ended = 0;
  for (const cause of lapsed) {
    const fate = await findFate(db, cause);
    const isEnded = await db.transaction(async (tx) => {
      if (fate.isRunning) {
        await keepHold(tx, cause);
        return false;
      }
      return fate.used ? settle(tx, cause, fate.used) : giveBack(tx, cause);
    });
    if (isEnded) ended += 1;
  }
  return ended;
}
