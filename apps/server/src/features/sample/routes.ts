import { type SampleProgress, sampleRoutes } from '@causeway/contract/sample.ts';
import { findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';

const none: SampleProgress = {
  state: 'none',
  done: 0,
  total: 0,
  what: '',
  databaseId: null,
  bucketId: null,
};

export function mountSample(mount: Mount): void {
  mount('sample', sampleRoutes, {
    progress: async ({ db, actor }) => {
      const progress = await findRow<SampleProgress>(
        db,
        sql`select state, done::int, total::int, what, database_id as "databaseId",
              bucket_id as "bucketId"
            from sample_workspace where project_id = ${actor.project.id}`,
      );
      return progress ?? none;
    },
  });
}
