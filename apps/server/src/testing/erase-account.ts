import { eraseLeft } from '#features/auth/erasing.ts';
import { isInvited } from '#features/members/queries.ts';
import { takeOutUnattended } from '#features/automations/unattended-watches.ts';
import { deleteProjectsOnlyOf, listProjectsOnlyOf } from '#features/projects/queries.ts';
import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { personalData } from '../personal-data.ts';
import type { TestServer } from './test-server.ts';

/** As if the two weeks after giving an account up were over. */
export async function eraseAccount({ services }: TestServer, { id }: { id: string }) {
  await changeRows(
    services.db,
    sql`update users set leaving_at = coalesce(leaving_at, now()), erase_at = now() where id = ${id}`,
  );
  const nothing = async () => {};
  const hooks = {
    isInvited,
    verified: nothing,
    goes: async (tx: Tx, userId: string) => {
      const projectIds = await listProjectsOnlyOf(tx, userId);
      for (const projectId of projectIds)
        await takeOutUnattended({ ...services, db: tx }, projectId);
    },
    gone: deleteProjectsOnlyOf,
    recovered: nothing,
  };
  await eraseLeft(services, { hooks, personalData });
}
