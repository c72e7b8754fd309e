import { eraseLeft } from '#features/auth/erasing.ts';
import { isInvited } from '#features/members/queries.ts';
import { deleteProjectsOnlyOf } from '#features/projects/queries.ts';
import { changeRows } from '#platform/db/database.ts';
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
    gone: deleteProjectsOnlyOf,
    recovered: nothing,
  };
  await eraseLeft(services, { hooks, personalData });
}
