import { mayGrant } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Actor } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { tell, untell } from '#platform/inbox/tell.ts';
import { happened } from '#platform/outbox/happened.ts';
import type { Services } from '#platform/services.ts';
import { type OpenInvitation, insertMember, lockMembers, useInvitation } from './queries.ts';
import { aboutInvitation } from './rules.ts';

/**
 * By the mailed link or from the own list: the invited address joins, once, and only while who
 * invited it may still give that role.
 */
export async function join(
  { db, events, credits }: Pick<Services, 'db' | 'events' | 'credits'>,
  tx: Tx,
  actor: Actor,
  invitation: OpenInvitation | undefined,
): Promise<{ projectId: string }> {
  const { id: userId, email } = actor.user;
  if (!invitation) throw new Failure('E_TOKEN_EXPIRED');
  if (invitation.email.toLowerCase() !== email.toLowerCase()) throw sentTo(invitation.email);
  if (!isStillGiven(invitation)) {
    // In a transaction of its own: the refusal undoes ours.
    await db.transaction((apart) => tellStale(apart, invitation));
    throw new Failure('E_INVITATION_STALE');
  }
  const { projectId, role, invitedBy } = invitation;
  await lockMembers(tx, { id: projectId });
  if (!(await useInvitation(tx, invitation.id))) throw new Failure('E_TOKEN_EXPIRED');
  await insertMember(tx, { projectId, userId, role });
  // There may be fewer seats than when it was sent: then who joins reads until one is free.
  await credits.seatPeople(tx, projectId);
  const details = { role, invitation: invitation.id };
  await recordAct(tx, actor, { action: 'member.joined', projectId, target: userId, details });
  await untellInvitation(tx, projectId, email);
  await happened(tx, `members ${projectId}`, {
    type: 'member.joined',
    projectId,
    data: { userId, role, invitedBy },
  });
  await events.publish(tx, { projectId }, { type: 'members.changed', projectId });
  await events.publish(tx, { userId }, { type: 'projects.changed' });
  return { projectId };
}

/** It was accepted, declined or withdrawn: nobody has to be told of it any more. */
export async function untellInvitation(tx: Tx, projectId: string, email: string): Promise<void> {
  await untell(tx, { kind: 'invitation.received', about: aboutInvitation(projectId, email) });
}

function isStillGiven({ inviterRole, role }: OpenInvitation): boolean {
  return inviterRole !== null && mayGrant(inviterRole, role);
}

/** Enough to know one's own other address by, and nothing for a stranger. */
function sentTo(email: string): Failure {
  const [name = '', domain = ''] = email.split('@');
  const shown = `${name.slice(0, 1)}…@${domain}`;
  return new Failure('E_INVITATION_ADDRESS', `This invitation was sent to ${shown}.`, { shown });
}

async function tellStale(tx: Tx, invitation: OpenInvitation): Promise<void> {
  const { email, role, projectId } = invitation;
  await tell(tx, {
    to: { atLeast: 'owner' },
    kind: 'invitation.stale',
    params: { email, role },
    projectId,
    link: `/settings/members?projectId=${projectId}`,
    about: invitation.id,
  });
}
