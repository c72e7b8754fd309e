import { type SampleProgress, sampleRoutes } from '@causeway/contract/sample.ts';
import { findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';

const none: SampleProgress = {
  state: 'none',
  done: 0,
  total: 0,
  what: '',
  databaseId: null,
  bucketId: null,
};

type Connect = (
  tx: Tx,
  secrets: Services['secrets'],
  project: { id: string },
) => Promise<{ id: string; name: string }[]>;

export function mountSample(mount: Mount, { events, secrets }: Services, connect: Connect): void {
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

    connect: async ({ db, actor, record }) => {
      const projectId = actor.project.id;
      for (const { id, name } of await connect(db, secrets, actor.project)) {
        await record({ action: 'connector.created', target: id, details: { name } });
      }
      await events.publish(db, { projectId }, { type: 'connectors.changed', projectId });
      await events.publish(db, { projectId }, { type: 'projects.changed' });
      return null;
    },
  });
}
