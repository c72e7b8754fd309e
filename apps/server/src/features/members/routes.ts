import { Failure } from '@causeway/contract/errors.ts';
import type { HappeningOf } from '@causeway/contract/happenings.ts';
import { can } from '@causeway/contract/access.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { mayBeTold } from '#platform/access/told-names.ts';
import { hashToken, makeToken } from '#platform/access/tokens.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import { happened } from '#platform/outbox/happened.ts';
import type { Services } from '#platform/services.ts';
import {
  deleteInvitation,
  deleteMember,
  findMember,
  findOpenInvitation,
  listInvitations,
  listMembers,
  renewInvitation,
  updateRole,
} from './queries.ts';
import type { BelongingsSource } from './belongings.ts';
import { INVITATION_DAYS, inviteByMail, linkOf, mailInvitation } from './invite.ts';
import { join, untellInvitation } from './join.ts';
import { followJoining } from './follower.ts';
import { keepAnOwner, lockMember, requireGrant } from './rules.ts';

const invitationsOfUser: Limit = { name: 'invitations', burst: 100, seconds: 86_400 };

type Parts = {
  sources: readonly BelongingsSource[];
  /** Somebody is sent away who may pay for the project. */
  endSponsorship: (
    tx: Tx,
    of: { projectId: string; userId: string; by: ProjectActor['user'] },
  ) => Promise<void>;
};

export function mountMembers(
  mount: Mount,
  services: Services,
  { sources, endSponsorship }: Parts,
): void {
  const { events, limiter, outbox } = services;
  followJoining(outbox);

  async function announce(tx: Tx, projectId: string, userId?: string): Promise<void> {
    await events.publish(tx, { projectId }, { type: 'members.changed', projectId });
    if (userId) await events.publish(tx, { userId }, { type: 'projects.changed' });
  }

  async function tellLeft(
    tx: Tx,
    projectId: string,
    data: HappeningOf<'member.left'>['data'],
  ): Promise<void> {
    await happened(tx, `members ${projectId}`, { type: 'member.left', projectId, data });
  }

  const changePeople = (tx: Tx, { project, user }: ProjectActor, change: () => Promise<void>) =>
    services.credits.changePeople(tx, { projectId: project.id, by: user.name, change });

  mount('members', memberRoutes, {
    list: async ({ db, actor }) => ({
      members: await listMembers(db, actor.project),
      invitations: await listInvitations(db, actor.project),
    }),

    changeRole: async ({ db, actor, params, body, record }) => {
      const member = await lockMember(db, actor.project, params.userId);
      requireGrant(actor.project, member.role);
      requireGrant(actor.project, body.role);
      if (member.role === 'viewer' && body.role !== 'viewer') {
        await services.credits.requireRoom(db, actor.project.id, 'seats');
      }
      if (body.role !== 'owner') await keepAnOwner(db, actor.project, member);
      await changePeople(db, actor, () => updateRole(db, actor.project, member, body.role));
      await record({
        action: 'member.role-changed',
        target: member.userId,
        details: { from: member.role, to: body.role },
      });
      await announce(db, actor.project.id, member.userId);
      return (await findMember(db, actor.project, member.userId)) ?? member;
    },

    remove: async ({ db, actor, params, record }) => {
      const member = await lockMember(db, actor.project, params.userId);
      requireGrant(actor.project, member.role);
      await keepAnOwner(db, actor.project, member);
      const { id: projectId } = actor.project;
      await changePeople(db, actor, async () => {
        await deleteMember(db, actor.project, member);
        await endSponsorship(db, { projectId, userId: member.userId, by: actor.user });
      });
      await record({
        action: 'member.removed',
        target: member.userId,
      });
      await tellLeft(db, actor.project.id, { userId: member.userId, wasRemoved: true });
      await announce(db, actor.project.id, member.userId);
      return null;
    },

    leave: async ({ db, actor, record }) => {
      const member = await lockMember(db, actor.project, actor.user.id);
      await keepAnOwner(db, actor.project, member);
      await changePeople(db, actor, () => deleteMember(db, actor.project, member));
      await record({ action: 'member.left', target: member.userId });
      await tellLeft(db, actor.project.id, { userId: member.userId, wasRemoved: false });
      await announce(db, actor.project.id, member.userId);
      return null;
    },

    invite: async ({ db, actor, body, record }) => {
      requireGrant(actor.project, body.role);
      if (body.role !== 'viewer') {
        await services.credits.requireRoom(db, actor.project.id, 'seats');
      }
      await limiter.take(invitationsOfUser, actor.user.id);
      const { invitation, link } = await inviteByMail(services, db, {
        ...body,
        project: actor.project,
        inviter: actor.user,
      });
      await record({
        action: 'member.invited',
        target: invitation.id,
        details: { email: body.email, role: body.role },
      });
      await announce(db, actor.project.id);
      return { ...invitation, link };
    },

    renewInvitation: async ({ db, actor, params, body, record }) => {
      await limiter.take(invitationsOfUser, actor.user.id);
      const { token, hash } = makeToken();
      const invitation = await renewInvitation(db, actor.project, {
        id: params.invitationId,
        tokenHash: hash,
        invitedBy: actor.user.id,
        days: INVITATION_DAYS,
      });
      if (!invitation) throw new Failure('E_NOT_FOUND');
      requireGrant(actor.project, invitation.role);
      const link = linkOf(services, token);
      const asked = { project: actor.project, inviter: actor.user, invitation, link };
      if (body.send) await mailInvitation(services, db, asked);
      const { email, role } = invitation;
      await record({
        action: 'invitation.renewed',
        target: invitation.id,
        details: { email, role },
      });
      await announce(db, actor.project.id);
      return { ...invitation, link };
    },

    belongings: async ({ db, actor, params }) => {
      const isOwn = params.userId === actor.user.id;
      if (!isOwn && !can(actor.project.role, 'members.manage'))
        throw new Failure('E_MEMBER_NOT_FOUND');
      const found = sources.map((list) => list(db, actor.project, params.userId));
      const all = (await Promise.all(found)).flat();
      return all.filter(({ kind }) => mayBeTold(actor, kind, undefined));
    },

    withdraw: async ({ db, actor, params, record }) => {
      const withdrawn = await deleteInvitation(db, actor.project, params.invitationId);
      if (!withdrawn) throw new Failure('E_NOT_FOUND');
      await untellInvitation(db, actor.project.id, withdrawn.email);
      await record({
        action: 'invitation.withdrawn',
        target: params.invitationId,
      });
      await announce(db, actor.project.id);
      return null;
    },

    accept: async ({ db, actor, body }) => {
      const tokenHash = hashToken(body.token);
      return join(services, db, actor, await findOpenInvitation(db, { tokenHash }));
    },
  });
}
