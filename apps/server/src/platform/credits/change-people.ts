import type { PlanId } from '@causeway/contract/plans.ts';
import { readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import { findPayer } from './accounts.ts';
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
