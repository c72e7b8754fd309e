import { z } from 'zod';
import { RESTING_DAYS, type RestingProject } from '@causeway/contract/projects.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import {
  changePatientlyIn,
  changeRows,
  type Database,
  type Db,
  findRow,
  holdPatiently,
  listRows,
  readRow,
  type Tx,
} from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

/**
 * A project is live, rests or is erased. Deleting lets it rest: its members are laid aside, so that
 * nobody, no key and nothing that runs for somebody finds it any more. An owner brings it back within
 * two weeks; after that it is erased with all that is in it.
 */
export async function layToRest(
  tx: Tx,
  project: AuthorizedProject,
  { by, taken }: { by: string; taken: unknown[] },
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into resting_projects (project_id, deleted_by, taken, erase_at)
        values (${project.id}, ${by}, ${JSON.stringify(taken)},
          now() + make_interval(days => ${RESTING_DAYS}))`,
  );
  await changeRows(
    tx,
    sql`with gone as (delete from project_members where project_id = ${project.id} returning *)
        insert into resting_members (project_id, user_id, role, joined_at, owner_since)
        select project_id, user_id, role, joined_at, owner_since from gone`,
  );
  await changeRows(
    tx,
    sql`delete from invitations where project_id = ${project.id} and accepted_at is null`,
  );
}

/** Those the person owned. */
export function listResting(db: Db, userId: string): Promise<RestingProject[]> {
  return listRows(
    db,
    sql`select project.id, project.name, account.name as "deletedBy",
          resting.deleted_at as "deletedAt", resting.erase_at as "eraseAt"
        from resting_members member
        join resting_projects resting on resting.project_id = member.project_id
        join projects project on project.id = member.project_id
        left join users account on account.id = resting.deleted_by
        where member.user_id = ${userId} and member.role = 'owner'
        order by resting.deleted_at desc`,
  );
}

/**
 * Who is back in it; nobody when it was not this person's to restore, or is back already. And what was
 * taken out of databases when it was deleted.
 */
export async function bringBack(
  tx: Tx,
  projectId: string,
  userId: string,
): Promise<{ memberIds: string[]; taken: unknown }> {
  const members = await listRows<{ id: string }>(
    tx,
    sql`with asked as (
          select resting.project_id from resting_projects resting
          join resting_members member on member.project_id = resting.project_id
          where resting.project_id = ${projectId} and member.user_id = ${userId}
            and member.role = 'owner'
          for update of resting
        )
        insert into project_members (project_id, user_id, role, joined_at, owner_since)
        select member.project_id, member.user_id, member.role, member.joined_at, member.owner_since
        from resting_members member join asked on asked.project_id = member.project_id
        returning user_id as id`,
  );
  if (members.length === 0) return { memberIds: [], taken: [] };
  const { taken } = await readRow<{ taken: unknown }>(
    tx,
    sql`delete from resting_projects where project_id = ${projectId} returning taken`,
  );
  return { memberIds: members.map(({ id }) => id), taken };
}

/** Takes out of databases what the project put there; what it reads of ours, it reads by `tx`. */
type TakeOut = (tx: Tx, projectId: string) => Promise<void>;

export function eraseRestedProjects(services: Services, takeOut: TakeOut): void {
  services.jobs.define({
    name: 'projects.erase',
    data: z.object({}),
    schedule: '37 * * * *',
    run: async () => {
      const erased = await eraseRested(services, takeOut);
      if (erased > 0) services.logger.info({ erased }, 'deleted projects erased');
    },
  });
}

/** Each by itself: one may hold millions of rows, and one that fails keeps none of the others. */
export async function eraseRested(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  takeOut: TakeOut,
) {
  const due = await listRows<{ id: string }>(
    db,
    sql`select project_id as id from resting_projects where erase_at <= now() order by erase_at`,
  );
  let erased = 0;
  for (const { id } of due) {
    try {
      erased += await erase(db, id, takeOut);
    } catch (error) {
      logger.error({ err: error, projectId: id }, 'deleted project could not be erased');
    }
  }
  return erased;
}

/** Held from the first statement on: who brings it back before that has lost nothing. */
function erase(db: Database, projectId: string, takeOut: TakeOut): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await findRow(
      tx,
      sql`select from resting_projects where project_id = ${projectId} and erase_at <= now()
          for update`,
    );
    if (!due) return 0;
    await holdPatiently(tx);
    // It was done when the project was deleted, except where a database was away.
    await takeOut(tx, projectId);
    return changePatientlyIn(tx, sql`delete from projects where id = ${projectId}`);
  });
}
