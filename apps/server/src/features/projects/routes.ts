import { projectRoutes } from '@causeway/contract/projects.ts';
import type { Mount } from '#platform/http/mount.ts';
import { listMemberIds } from '#platform/access/members.ts';
import type { Services } from '#platform/services.ts';
import {
  deleteProject,
  insertProject,
  listProjects,
  readProject,
  updateProject,
} from './queries.ts';

export function mountProjects(mount: Mount, { events }: Services): void {
  mount('projects', projectRoutes, {
    list: ({ db, actor }) => listProjects(db, actor.user.id, actor.onlyProjectId ?? undefined),

    create: async ({ db, actor, body, record }) => {
      const ownerId = actor.user.id;
      const { name, settings = {} } = body;
      const projectId = await insertProject(db, { name, settings, ownerId });
      await record({ action: 'project.created', projectId, details: { name } });
      await events.publish(db, { userId: ownerId }, { type: 'projects.changed' });
      return readProject(db, ownerId, projectId);
    },

    update: async ({ db, actor, body, record }) => {
      await updateProject(db, actor.project, body);
      await record({ action: 'project.updated', details: body });
      await events.publish(db, { projectId: actor.project.id }, { type: 'projects.changed' });
      return readProject(db, actor.user.id, actor.project.id);
    },

    remove: async ({ db, actor, record }) => {
      const memberIds = await listMemberIds(db, actor.project);
      await deleteProject(db, actor.project);
      await record({ action: 'project.deleted' });
      for (const userId of memberIds) {
        await events.publish(db, { userId }, { type: 'projects.changed' });
      }
      return null;
    },
  });
}
