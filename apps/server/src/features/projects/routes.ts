import { projectRoutes } from '@causeway/contract/projects.ts';
import { recordAct } from '#platform/audit/audit.ts';
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
    list: ({ db, caller }) => listProjects(db, caller.user.id),

    create: async ({ db, caller, request, body }) => {
      const ownerId = caller.user.id;
      const { name, settings = {} } = body;
      const projectId = await insertProject(db, { name, settings, ownerId });
      const act = { action: 'project.created', projectId, details: { name } };
      await recordAct(db, { caller, request }, act);
      await events.publish(db, { userId: ownerId }, { type: 'projects.changed' });
      return readProject(db, ownerId, projectId);
    },

    update: async ({ db, caller, request, project, body }) => {
      await updateProject(db, project, body);
      const act = { action: 'project.updated', projectId: project.id, details: body };
      await recordAct(db, { caller, request }, act);
      await events.publish(db, { projectId: project.id }, { type: 'projects.changed' });
      return readProject(db, caller.user.id, project.id);
    },

    remove: async ({ db, caller, request, project }) => {
      const memberIds = await listMemberIds(db, project);
      await deleteProject(db, project);
      await recordAct(
        db,
        { caller, request },
        { action: 'project.deleted', projectId: project.id },
      );
      for (const userId of memberIds) {
        await events.publish(db, { userId }, { type: 'projects.changed' });
      }
      return null;
    },
  });
}
