import { Failure } from '@causeway/contract/errors.ts';
import { memberRoutes } from '@causeway/contract/members.ts';
import { hashToken, makeToken } from '#platform/access/tokens.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import type { Services } from '#platform/services.ts';
import {
  deleteInvitation,
  deleteMember,
  insertInvitation,
  insertMember,
  listInvitations,
  listMembers,
  readProjectName,
  redeemInvitation,
  updateRole,
} from './queries.ts';
import { keepAnOwner, lockMember, requireGrant } from './rules.ts';

const INVITATION_DAYS = 7;
const invitationsOfUser: Limit = { name: 'invitations', burst: 100, seconds: 86_400 };

export function mountMembers(mount: Mount, services: Services): void {
  const { env, events, limiter, mailer } = services;

  async function announce(tx: Tx, projectId: string, userId?: string): Promise<void> {
    await events.publish(tx, { projectId }, { type: 'members.changed', projectId });
    if (userId) await events.publish(tx, { userId }, { type: 'projects.changed' });
  }

  mount('members', memberRoutes, {
    list: async ({ db, project }) => ({
      members: await listMembers(db, project),
      invitations: await listInvitations(db, project),
    }),

    changeRole: async ({ db, caller, request, project, params, body }) => {
      const member = await lockMember(db, project, params.userId);
      requireGrant(project, member.role);
      requireGrant(project, body.role);
      if (body.role !== 'owner') await keepAnOwner(db, project, member);
      await updateRole(db, project, member, body.role);
      await recordAct(
        db,
        { caller, request },
        {
          action: 'member.role-changed',
          projectId: project.id,
          target: member.userId,
          details: { from: member.role, to: body.role },
        },
      );
      await announce(db, project.id, member.userId);
      return { ...member, role: body.role };
    },

    remove: async ({ db, caller, request, project, params }) => {
      const member = await lockMember(db, project, params.userId);
      requireGrant(project, member.role);
      await keepAnOwner(db, project, member);
      await deleteMember(db, project, member);
      await recordAct(
        db,
        { caller, request },
        {
          action: 'member.removed',
          projectId: project.id,
          target: member.userId,
        },
      );
      await announce(db, project.id, member.userId);
      return null;
    },

    leave: async ({ db, caller, request, project }) => {
      const member = await lockMember(db, project, caller.user.id);
      await keepAnOwner(db, project, member);
      await deleteMember(db, project, member);
      const act = { action: 'member.left', projectId: project.id, target: member.userId };
      await recordAct(db, { caller, request }, act);
      await announce(db, project.id, member.userId);
      return null;
    },

    invite: async ({ db, caller, request, project, body }) => {
      requireGrant(project, body.role);
      await limiter.take(invitationsOfUser, caller.user.id);
      const { token, hash } = makeToken();
      const invitation = await insertInvitation(db, project, {
        ...body,
        tokenHash: hash,
        invitedBy: caller.user.id,
        days: INVITATION_DAYS,
      });
      const projectName = await readProjectName(db, project);
      await mailer.send(db, {
        to: body.email,
        subject: `${caller.user.name} invites you to ${projectName} on Causeway`,
        text: `${caller.user.name} invites you to work in the project "${projectName}".

Accept with an account of this address:
${env.publicUrl}/account/workspaces?invitation=${token}

The invitation works once and for ${INVITATION_DAYS} days.`,
      });
      await recordAct(
        db,
        { caller, request },
        {
          action: 'member.invited',
          projectId: project.id,
          target: invitation.id,
          details: { email: body.email, role: body.role },
        },
      );
      await announce(db, project.id);
      return invitation;
    },

    withdraw: async ({ db, caller, request, project, params }) => {
      if (!(await deleteInvitation(db, project, params.invitationId))) {
        throw new Failure('E_NOT_FOUND');
      }
      await recordAct(
        db,
        { caller, request },
        {
          action: 'invitation.withdrawn',
          projectId: project.id,
          target: params.invitationId,
        },
      );
      await announce(db, project.id);
      return null;
    },

    accept: async ({ db, caller, request, body }) => {
      const { id: userId, email } = caller.user;
      const invitation = await redeemInvitation(db, hashToken(body.token), email);
      if (!invitation) throw new Failure('E_TOKEN_EXPIRED');
      const { projectId, role } = invitation;
      await insertMember(db, { projectId, userId, role });
      await recordAct(
        db,
        { caller, request },
        {
          action: 'member.joined',
          projectId,
          target: userId,
          details: { role, invitation: invitation.id },
        },
      );
      await announce(db, projectId, userId);
      return { projectId };
    },
  });
}
