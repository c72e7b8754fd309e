import { can } from '@causeway/contract/access.ts';
import { commentRoutes } from '@causeway/contract/dashboards/comments.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Services } from '#platform/services.ts';
import { readDashboard } from '../dashboards.ts';
import { listTiles } from '../tiles.ts';
import {
  deleteComment,
  insertComment,
  listComments,
  readComment,
  setResolved,
} from './comments.ts';

export function mountTileComments(mount: Mount, { events }: Services): void {
  async function changed(tx: Tx, { project }: ProjectActor, dashboardId: string): Promise<void> {
    const projectId = project.id;
    await events.publish(tx, { projectId }, { type: 'comments.changed', projectId, dashboardId });
  }

  mount('tileComments', commentRoutes, {
    list: async ({ db, params, actor }) =>
      listComments(db, actor, await readDashboard(db, actor, params.dashboardId)),
    create: async ({ db, params, body, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      const tiles = await listTiles(db, dashboard);
      if (!tiles.some(({ id }) => id === body.tileId)) throw new Failure('E_NOT_FOUND');
      const { id, mentions } = await insertComment(db, actor, dashboard, body);
      if (mentions.length > 0) {
        await tell(db, {
          to: { people: mentions },
          except: actor.user.id,
          kind: 'comment.mentioned',
          params: { by: actor.user.name, dashboard: dashboard.name, text: body.text.slice(0, 500) },
          projectId: actor.project.id,
          link: `/dashboards/${dashboard.id}?projectId=${actor.project.id}&comments=${body.tileId}`,
        });
      }
      await changed(db, actor, dashboard.id);
      return readComment(db, actor, dashboard, id);
    },
    resolve: async ({ db, params, body, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      const comment = await readComment(db, actor, dashboard, params.commentId);
      await setResolved(db, actor, comment, body.isResolved);
      await changed(db, actor, dashboard.id);
      return readComment(db, actor, dashboard, comment.id);
    },
    remove: async ({ db, params, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      const comment = await readComment(db, actor, dashboard, params.commentId);
      const mayRemove = comment.isMine || can(actor.project.role, 'work.manage');
      if (!mayRemove) throw new Failure('E_FORBIDDEN');
      await deleteComment(db, comment);
      await changed(db, actor, dashboard.id);
      return null;
    },
  });
}
