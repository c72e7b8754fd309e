import type { PlanId } from '@causeway/contract/plans.ts';
import { listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import { findPayer, payerOfProject } from './accounts.ts';
import { seatPeople } from './seats.ts';

export type PeopleChange = { projectId: string; by: string; change: () => Promise<void> };

/** People go, or get another role: seats become free, and who pays from now on is told so. */
export async function changePeople(
  tx: Tx,
  { projectId, by, change }: PeopleChange,
  unbooked: PlanId,
): Promise<void> {
  const before = await findPayer(tx, projectId);
  await change();
  await settlePeople(tx, { projectId, by, before }, unbooked);
}

export type Erasing = { userId: string; erase: () => Promise<void> };

/** Somebody goes for good: the same in every project they worked in or paid for. */
export async function erasePerson(
  tx: Tx,
  { userId, erase }: Erasing,
  unbooked: PlanId,
): Promise<void> {
  const projects = await listRows<{ id: string; payer: string | null }>(
    tx,
    sql`select project.id, ${payerOfProject} as payer from projects project
        where project.sponsor_id = ${userId} or exists (select from project_members
          where project_id = project.id and user_id = ${userId})
        order by project.id for update of project`,
  );
  await erase();
  for (const { id, payer } of projects) {
    // Nothing says their name any more.
    await settlePeople(tx, { projectId: id, by: '', before: payer ?? undefined }, unbooked);
  }
}

type Settling = { projectId: string; by: string; before: string | undefined };

async function settlePeople(
  tx: Tx,
  { projectId, by, before }: Settling,
  unbooked: PlanId,
): Promise<void> {
  await seatPeople(tx, projectId, unbooked);
  const payer = await findPayer(tx, projectId);
  if (payer === undefined || payer === before) return;
  const { name } = await readRow<{ name: string }>(
    tx,
    sql`select name from projects where id = ${projectId}`,
  );
  await tell(tx, {
    to: { people: [payer] },
    kind: 'sponsor.changed',
    params: { project: name, by },
    link: `/settings/usage?projectId=${projectId}`,
    about: projectId,
    projectId,
  });
}
