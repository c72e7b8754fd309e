import { takeOutUnattended } from '#features/automations/unattended-watches.ts';
import { eraseRested } from '#features/projects/resting.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { TestServer } from './test-server.ts';

/** As if the two weeks after deleting a project were over. */
export async function eraseDeletedProject({ services }: TestServer, projectId: string) {
  await changeRows(
    services.db,
    sql`update resting_projects set erase_at = now() where project_id = ${projectId}`,
  );
  return eraseRested(services, (tx, id) => takeOutUnattended({ ...services, db: tx }, id));
}
