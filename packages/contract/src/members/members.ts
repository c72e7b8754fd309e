import { z } from 'zod';
import { role } from '../access.ts';
import { id, instant, nothing, route } from '../route.ts';
import { email } from '../users.ts';

const projectParams = z.object({ projectId: id });
const memberParams = z.object({ projectId: id, userId: id });
const invitationParams = z.object({ projectId: id, invitationId: id });

export const member = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  avatar: id.nullable(),
  role,
  joinedAt: instant,
  /** Without one that is paid for they read, whatever their role. */
  hasSeat: z.boolean(),
});
export type Member = z.infer<typeof member>;

export const invitation = z.object({
  id,
  email: z.string(),
  role,
  invitedBy: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

/** The link is shown to who invites: it opens only for the invited address. */
const invitationWithLink = invitation.extend({ link: z.url() });

/** What somebody has in a project, and what becomes of it when they go. */
export const belonging = z.object({
  kind: z.enum(['key', 'run', 'query', 'workflow', 'link', 'alert', 'subscription']),
  name: z.string(),
  /** held: stops until they come back or somebody takes it over; hidden: theirs, out of reach. */
  becomes: z.enum(['held', 'hidden']),
  lastUsedAt: instant.nullable(),
});
export type Belonging = z.infer<typeof belonging>;

export const memberRoutes = {
  list: route({
    method: 'GET',
    path: '/api/members/v1/:projectId',
    summary: 'Members of a project and the invitations that are open',
    access: { action: 'members.read' },
    params: projectParams,
    answer: z.object({ members: z.array(member), invitations: z.array(invitation) }),
  }),
  changeRole: route({
    method: 'PATCH',
    path: '/api/members/v1/:projectId/members/:userId',
    summary: "Change a member's role",
    access: { action: 'members.manage' },
    params: memberParams,
    body: z.strictObject({ role }),
    answer: member,
    refusedWhileImpersonating: true,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/members/v1/:projectId/members/:userId',
    summary: 'Remove a member',
    access: { action: 'members.manage' },
    params: memberParams,
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  leave: route({
    method: 'POST',
    path: '/api/members/v1/:projectId/leave',
    summary: 'Leave a project',
    access: { action: 'members.leave' },
    params: projectParams,
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  invite: route({
    method: 'POST',
    path: '/api/members/v1/:projectId/invitations',
    summary: 'Invite an e-mail address; the role is at most the own one',
    access: { action: 'members.manage' },
    params: projectParams,
    body: z.strictObject({ email, role }),
    answer: invitationWithLink,
    refusedWhileImpersonating: true,
  }),
  renewInvitation: route({
    method: 'POST',
    path: '/api/members/v1/:projectId/invitations/:invitationId/renew',
    summary: 'A new link that ends the older one, mailed again if wished',
    access: { action: 'members.manage' },
    params: invitationParams,
    body: z.strictObject({ send: z.boolean() }),
    answer: invitationWithLink,
    refusedWhileImpersonating: true,
  }),
  belongings: route({
    method: 'GET',
    path: '/api/members/v1/:projectId/members/:userId/belongings',
    summary:
      'What a member has here that stops or hides when they go; own, or as an admin anybody’s',
    access: { action: 'members.leave' },
    params: memberParams,
    answer: z.array(belonging),
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/members/v1/:projectId/invitations/:invitationId',
    summary: 'Withdraw an invitation',
    access: { action: 'members.manage' },
    params: invitationParams,
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  accept: route({
    method: 'POST',
    path: '/api/members/v1/invitations/accept',
    summary: 'Accept an invitation sent to the own address',
    access: 'verified',
    body: z.strictObject({ token: z.string().min(20).max(200) }),
    answer: z.object({ projectId: id }),
    refusedWhileImpersonating: true,
  }),
};
