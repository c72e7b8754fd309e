import type { LeftInDatabase } from '@causeway/contract/automations/left.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { projectRoutes, RESTING_DAYS } from '@causeway/contract/projects.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import { listMemberIds } from '#platform/access/members.ts';
import { toldConnectors } from '#platform/access/told-connectors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { tell, untell } from '#platform/inbox/tell.ts';
import { cancelRunsOf } from '#platform/runs/queries.ts';
import type { Services } from '#platform/services.ts';
import { endOffer, findOffer, isMember, lockProject, putOffer, swapOwners } from './offers.ts';
import { insertProject, listProjects, readProject, updateProject } from './queries.ts';
import { bringBack, eraseRestedProjects, layToRest, listResting } from './resting.ts';

/** What a project put into databases goes with it, and comes back with it. */
export type InDatabases = {
  takeOut: (db: Db, actor: ProjectActor) => Promise<{ taken: unknown[]; left: LeftInDatabase[] }>;
  /** Begins with the transaction that brings the project back. */
  putBack: (tx: Tx, back: { projectId: string; by: string; taken: unknown }) => Promise<void>;
  /** Of a project that is erased: nobody is there to do it for. */
  takeOutUnattended: (tx: Tx, projectId: string) => Promise<void>;
};

export function mountProjects(mount: Mount, services: Services, inDatabases: InDatabases): void {
  const { events, credits } = services;
  eraseRestedProjects(services, inDatabases.takeOutUnattended);

  async function announce(tx: Tx, userIds: string[]): Promise<void> {
    for (const userId of userIds) {
      await events.publish(tx, { userId }, { type: 'projects.changed' });
    }
  }

  async function readStandingOffer(tx: Tx, { project }: ProjectActor) {
    await lockProject(tx, project);
    const offer = await findOffer(tx, project);
    if (!offer) throw new Failure('E_OFFER_ENDED');
    return offer;
  }

  mount('projects', projectRoutes, {
    list: async ({ db, actor }) => {
      const projects = await listProjects(db, actor.user.id, actor.onlyProjectId ?? undefined);
      return projects.map(({ connectors, ...project }) => ({
        ...project,
        connectors: toldConnectors(actor, connectors),
      }));
    },

    create: async ({ db, actor, body, record }) => {
      const ownerId = actor.user.id;
      const { name, settings = {} } = body;
      const projectId = await insertProject(db, { name, settings, ownerId });
      await record({ action: 'project.created', projectId, details: { name } });
      await announce(db, [ownerId]);
      return readProject(db, ownerId, projectId);
    },

    update: async ({ db, actor, body, record }) => {
      await updateProject(db, actor.project, body);
      await record({ action: 'project.updated', details: body });
      await events.publish(db, { projectId: actor.project.id }, { type: 'projects.changed' });
      return readProject(db, actor.user.id, actor.project.id);
    },

    remove: async ({ db, actor, record }) => {
      const { project, user } = actor;
      const { name } = await readProject(db, user.id, project.id);
      // First, since it may take a while and nothing is locked yet.
      const { taken, left } = await inDatabases.takeOut(db, actor);
      const memberIds = await listMemberIds(db, project);
      await cancelRunsOf(db, project.id);
      await layToRest(db, project, { by: user.id, taken });
      await record({ action: 'project.deleted', details: { name } });
      await tell(db, {
        to: { people: memberIds },
        except: user.id,
        kind: 'project.deleted',
        params: { project: name, by: user.name, days: RESTING_DAYS },
        link: '/account/workspaces',
        about: project.id,
      });
      await announce(db, memberIds);
      return { left };
    },

    // A key of one project knows of no other.
    listResting: async ({ db, actor }) =>
      actor.onlyProjectId === null ? listResting(db, actor.user.id) : [],

    restore: async ({ db, actor, params, record }) => {
      const { restingId: projectId } = params;
      const { memberIds, taken } = await bringBack(db, projectId, actor.user.id);
      if (memberIds.length === 0) throw new Failure('E_NOT_FOUND');
      // What is paid for may have changed while it rested.
      await credits.seatPeople(db, projectId);
      await record({ action: 'project.restored', projectId });
      await inDatabases.putBack(db, { projectId, by: actor.user.id, taken });
      await untell(db, { kind: 'project.deleted', about: projectId });
      await announce(db, memberIds);
      return readProject(db, actor.user.id, projectId);
    },

    readOffer: async ({ db, actor }) => (await findOffer(db, actor.project)) ?? null,

    offer: async ({ db, actor, body, record }) => {
      const { project, user } = actor;
      const { userId } = body;
      await lockProject(db, project);
      if (userId === user.id || !(await isMember(db, project, userId))) {
        throw new Failure('E_MEMBER_NOT_FOUND');
      }
      await putOffer(db, project, { fromId: user.id, toId: userId });
      await record({ action: 'project.offered', target: userId });
      const { name } = await readProject(db, user.id, project.id);
      await tell(db, {
        to: { people: [userId] },
        kind: 'project.offered',
        params: { project: name, by: user.name },
        projectId: project.id,
        link: `/settings/general?projectId=${project.id}`,
        about: project.id,
      });
      const { id: projectId } = project;
      await events.publish(db, { projectId }, { type: 'members.changed', projectId });
      return readStandingOffer(db, actor);
    },

    withdrawOffer: async ({ db, actor, record }) => {
      const { project, user } = actor;
      const offer = await readStandingOffer(db, actor);
      const isTheirs = [offer.from.id, offer.to.id].includes(user.id) || project.role === 'owner';
      if (!isTheirs) throw new Failure('E_FORBIDDEN');
      await endOffer(db, project);
      await untell(db, { kind: 'project.offered', about: project.id });
      await record({ action: 'project.offer-ended', target: offer.to.id });
      const { id: projectId } = project;
      await events.publish(db, { projectId }, { type: 'members.changed', projectId });
      return null;
    },

    acceptOffer: async ({ db, actor, record }) => {
      const { project, user } = actor;
      const offer = await readStandingOffer(db, actor);
      if (offer.to.id !== user.id) throw new Failure('E_OFFER_ENDED');
      await swapOwners(db, project, offer);
      // Who pays from now on may have fewer seats.
      await credits.seatPeople(db, project.id);
      await endOffer(db, project);
      await untell(db, { kind: 'project.offered', about: project.id });
      const details = { from: offer.from.id };
      await record({ action: 'project.transferred', target: user.id, details });
      const { id: projectId } = project;
      await events.publish(db, { projectId }, { type: 'members.changed', projectId });
      await announce(db, [user.id, offer.from.id]);
      return null;
    },
  });
}
