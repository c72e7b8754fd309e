import type { Role } from '@causeway/contract/access.ts';
import type { Invitation } from '@causeway/contract/members/members.ts';
import { makeToken } from '#platform/access/tokens.ts';
import type { Tx } from '#platform/db/database.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Services } from '#platform/services.ts';
import { invitationMail } from './mails.ts';
import { findVerifiedAccount, insertInvitation, languageFor, readProjectName } from './queries.ts';
import { aboutInvitation } from './rules.ts';

export const INVITATION_DAYS = 7;

type Inviter = { id: string; name: string; email: string };
type Asking = { project: { id: string }; inviter: Inviter };

/** Invites an address and mails it the link; who may invite whom is settled before. */
export async function inviteByMail(
  services: Services,
  tx: Tx,
  { project, inviter, email, role }: Asking & { email: string; role: Role },
): Promise<{ invitation: Invitation; link: string }> {
  const { token, hash } = makeToken();
  const invitation = await insertInvitation(tx, project, {
    email,
    role,
    tokenHash: hash,
    invitedBy: inviter.id,
    days: INVITATION_DAYS,
  });
  const link = linkOf(services, token);
  await mailInvitation(services, tx, { project, inviter, invitation, link });
  return { invitation, link };
}

export function linkOf({ env }: Services, token: string): string {
  return `${env.publicUrl}/account/workspaces?invitation=${token}`;
}

/** By mail, and in the inbox of who has an account already. */
export async function mailInvitation(
  { mailer }: Services,
  tx: Tx,
  { project, inviter, invitation, link }: Asking & { invitation: Invitation; link: string },
): Promise<void> {
  const { email, role } = invitation;
  const projectName = await readProjectName(tx, project);
  const guest = await findVerifiedAccount(tx, email);
  const language = await languageFor(tx, project, email);
  const to = { email, name: guest?.name ?? email, language };
  const asked = { by: inviter, project: projectName, days: INVITATION_DAYS, link };
  await mailer.send(tx, invitationMail(to, asked));
  if (!guest) return;
  await tell(tx, {
    to: { people: [guest.id] },
    kind: 'invitation.received',
    params: { project: projectName, by: inviter.name, role },
    link: '/',
    about: aboutInvitation(project.id, email),
  });
}
