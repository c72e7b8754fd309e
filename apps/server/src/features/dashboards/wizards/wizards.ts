import { Failure } from '@causeway/contract/errors.ts';
import type { DashboardWizard, WizardState } from '@causeway/contract/dashboards/wizards.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Nobody goes on with more than these; the oldest go. */
const MOST = 20;
const KEPT_DAYS = 30;

const columns = sql`id, state, updated_at as "updatedAt"`;

export function listWizards(db: Db, { project, user }: ProjectActor): Promise<DashboardWizard[]> {
  return listRows(
    db,
    sql`select ${columns} from dashboard_wizards
        where project_id = ${project.id} and user_id = ${user.id}
        order by updated_at desc limit ${MOST}`,
  );
}

export async function readWizard(
  db: Db,
  { project, user }: ProjectActor,
  id: string,
): Promise<DashboardWizard> {
  const found = await findRow<DashboardWizard>(
    db,
    sql`select ${columns} from dashboard_wizards
        where id = ${id} and project_id = ${project.id} and user_id = ${user.id}`,
  );
  if (!found) throw new Failure('E_DASHBOARD_NOT_FOUND', 'There is no such wizard.');
  return found;
}

/** An id that somebody else has is not theirs to write to. */
export async function keepWizard(
  tx: Tx,
  { project, user }: ProjectActor,
  { id, state }: { id: string; state: WizardState },
): Promise<DashboardWizard> {
  const kept = await findRow<DashboardWizard>(
    tx,
    sql`insert into dashboard_wizards (id, project_id, user_id, state)
        values (${id}, ${project.id}, ${user.id}, ${JSON.stringify(state)})
        on conflict (id) do update set state = excluded.state, updated_at = now()
        where dashboard_wizards.project_id = ${project.id}
          and dashboard_wizards.user_id = ${user.id}
        returning ${columns}`,
  );
  if (!kept) throw new Failure('E_DASHBOARD_NOT_FOUND', 'There is no such wizard.');
  await changeRows(
    tx,
    sql`delete from dashboard_wizards where id in (select id from dashboard_wizards
          where project_id = ${project.id} and user_id = ${user.id}
          order by updated_at desc offset ${MOST})`,
  );
  return kept;
}

export async function forgetWizard(
  tx: Tx,
  { project, user }: ProjectActor,
  id: string,
): Promise<void> {
  await changeRows(
    tx,
    sql`delete from dashboard_wizards
        where id = ${id} and project_id = ${project.id} and user_id = ${user.id}`,
  );
}

export async function forgetOldWizards(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from dashboard_wizards
        where updated_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}
