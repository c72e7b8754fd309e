import { z } from 'zod';
import type { Db } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { PersonalData } from './personal-data.ts';

/** So long what somebody kept for themselves waits for them to come back to a project. */
const KEPT_DAYS = 30;

/** Who left a project and did not come back: what only they could see there is erased. */
export function defineLeftBehind(services: Services, sources: readonly PersonalData[]): void {
  const { db, jobs, logger } = services;
  jobs.define({
    // Installations have a schedule of this name.
    name: 'queries.erase-left',
    data: z.object({}),
    schedule: '53 * * * *',
    run: async () => {
      const erased = await eraseLeftBehind(db, sources);
      if (erased > 0) logger.info({ erased }, 'what former members kept for themselves erased');
    },
  });
}

export async function eraseLeftBehind(db: Db, sources: readonly PersonalData[]): Promise<number> {
  const departed = sql`(select project_id, user_id from departed_members
    where left_at < now() - make_interval(days => ${KEPT_DAYS}))`;
  let erased = 0;
  for (const { eraseLeft } of sources) erased += (await eraseLeft?.(db, departed)) ?? 0;
  return erased;
}
