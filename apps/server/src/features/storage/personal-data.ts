import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

export const personalDataOfStorage: PersonalData = {
  erase: async (tx, { id }) => {
    await changeRows(
      tx,
      sql`update storage_jobs set started_by_name = null where started_by = ${id}`,
    );
  },
};
