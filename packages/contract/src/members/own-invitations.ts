import { z } from 'zod';
import { role } from '../access.ts';
import { id, instant, nothing, route } from '../route.ts';

/** An invitation as the invited person sees it. */
export const ownInvitation = z.object({
  id,
  projectName: z.string(),
  role,
  invitedBy: z.string().nullable(),
  expiresAt: instant,
});
export type OwnInvitation = z.infer<typeof ownInvitation>;

const params = z.object({ invitationId: id });

/** What is open for the own address. That it was verified proves as much as a mailed link does. */
export const ownInvitationRoutes = {
  list: route({
    method: 'GET',
    path: '/api/members/v1/invitations',
    summary: 'Open invitations of the own address',
    access: 'verified',
    answer: z.array(ownInvitation),
  }),
  accept: route({
    method: 'POST',
    path: '/api/members/v1/invitations/:invitationId/accept',
    summary: 'Accept an open invitation of the own address',
    access: 'verified',
    params,
    answer: z.object({ projectId: id }),
    refusedWhileImpersonating: true,
  }),
  decline: route({
    method: 'POST',
    path: '/api/members/v1/invitations/:invitationId/decline',
    summary: 'Decline an open invitation of the own address',
    access: 'verified',
    params,
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
};
