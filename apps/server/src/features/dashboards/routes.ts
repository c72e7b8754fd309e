import { z } from 'zod';
import { findRoom, firstSizes } from '@causeway/contract/dashboard-layout.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards.ts';
import type { AuthorizedProject, Caller } from '#platform/access/caller.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { RequestFacts } from '#platform/http/request-facts.ts';
import type { Services } from '#platform/services.ts';
import {
  type DashboardScope,
  forgetDeleted,
  insertDashboard,
  listDashboards,
  markDeleted,
  raiseVersion,
  readDashboard,
  readWhole,
  updateDashboard,
} from './dashboards.ts';
import { checkQueries, listTiles, replaceTiles } from './tiles.ts';

export function mountDashboards(mount: Mount, { events, jobs, db: database }: Services): void {
  type Act = { request: RequestFacts; action: string; id: string; name: string };

  async function changed(tx: Tx, { caller, project }: DashboardScope, act: Act): Promise<void> {
    const { request, action, id, name } = act;
    const by = { caller, request };
    const projectId = project.id;
    await recordAct(tx, by, { action, projectId, target: id, details: { name } });
    const event = { type: 'dashboards.changed', projectId, dashboardId: id } as const;
    await events.publish(tx, { projectId }, event);
  }

  mount('dashboards', dashboardRoutes, {
    list: ({ db, ...call }) => listDashboards(db, scopeOf(call)),
    show: ({ db, params, ...call }) => readWhole(db, scopeOf(call), params.dashboardId),
    create: async ({ db, body, request, ...call }) => {
      const scope = scopeOf(call);
      await checkQueries(db, scope, { tiles: body.tiles, before: [] });
      const author = { userId: scope.caller.user.id, projectId: scope.project.id };
      const id = await insertDashboard(db, author, body);
      await changed(db, scope, { request, action: 'dashboard.created', id, name: body.name });
      return readWhole(db, scope, id);
    },
    update: async ({ db, params, body, request, ...call }) => {
      const scope = scopeOf(call);
      const before = await readDashboard(db, scope, params.dashboardId);
      const { id } = before;
      const tiles = body.tiles ?? [];
      await checkQueries(db, scope, { tiles, before: await listTiles(db, before) });
      await updateDashboard(db, before, body);
      const dashboard = await readWhole(db, scope, id);
      const { name } = dashboard;
      await changed(db, scope, { request, action: 'dashboard.updated', id, name });
      return dashboard;
    },
    addTile: async ({ db, params, body, request, ...call }) => {
      const scope = scopeOf(call);
      const dashboard = await readDashboard(db, scope, params.dashboardId);
      const { id, name } = dashboard;
      await raiseVersion(db, dashboard);
      const before = await listTiles(db, dashboard);
      await checkQueries(db, scope, { tiles: [body.tile], before: [] });
      const place = findRoom(before, firstSizes[body.tile.kind]);
      const tileId = crypto.randomUUID();
      await replaceTiles(db, dashboard, [...before, { ...body.tile, ...place, id: tileId }]);
      await changed(db, scope, { request, action: 'dashboard.updated', id, name });
      return { tileId, dashboard: await readWhole(db, scope, id) };
    },
    remove: async ({ db, params, request, ...call }) => {
      const scope = scopeOf(call);
      const dashboard = await readDashboard(db, scope, params.dashboardId);
      const { id, name } = dashboard;
      await markDeleted(db, dashboard, true);
      await changed(db, scope, { request, action: 'dashboard.deleted', id, name });
      return null;
    },
    restore: async ({ db, params, request, ...call }) => {
      const scope = scopeOf(call);
      const found = await readDashboard(db, scope, params.dashboardId, { isDeleted: true });
      const { id, name } = found;
      await markDeleted(db, found, false);
      await changed(db, scope, { request, action: 'dashboard.restored', id, name });
      return readWhole(db, scope, id);
    },
  });

  jobs.define({
    name: 'dashboards.sweep',
    data: z.object({}),
    schedule: '37 3 * * *',
    run: () => forgetDeleted(database),
  });
}

function scopeOf({ caller, project }: { caller: Caller; project: AuthorizedProject }) {
  return { caller, project };
}
