import type { Role } from '@causeway/contract/access.ts';
import type { Act } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Events } from '#platform/events/events.ts';
import { untell } from '#platform/inbox/tell.ts';
import { happened } from '#platform/outbox/happened.ts';
import { insertMember } from './queries.ts';
import { aboutInvitation } from './rules.ts';

export type Redeemed = { id: string; projectId: string; role: Role; invitedBy: string | null };

type Joining = {
  events: Events;
  record(act: Act): Promise<void>;
  user: { id: string; email: string };
};

/** Makes somebody a member by an invitation that was just used up, whichever way they came. */
export async function join(
  tx: Tx,
  { events, record, user }: Joining,
  { id: invitation, projectId, role, invitedBy }: Redeemed,
): Promise<void> {
  const { id: userId } = user;
  await insertMember(tx, { projectId, userId, role });
  await record({
    action: 'member.joined',
    projectId,
    target: userId,
    details: { role, invitation },
  });
  await untellInvitation(tx, projectId, user.email);
  const data = { userId, role, invitedBy };
  await happened(tx, `members ${projectId}`, { type: 'member.joined', projectId, data });
  await events.publish(tx, { projectId }, { type: 'members.changed', projectId });
  await events.publish(tx, { userId }, { type: 'projects.changed' });
}

/** It was accepted, declined or withdrawn: nobody has to be told of it any more. */
export async function untellInvitation(tx: Tx, projectId: string, email: string): Promise<void> {
  await untell(tx, { kind: 'invitation.received', about: aboutInvitation(projectId, email) });
}
