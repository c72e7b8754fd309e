import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** An import keeps on whose behalf it runs, to go on after a crash. */
export const personalDataOfImports: PersonalData = {
  erase: async (tx, { id }) => {
    await changeRows(
      tx,
      sql`update imports set started_by = null where started_by->'user'->>'id' = ${id}`,
    );
  },
};
