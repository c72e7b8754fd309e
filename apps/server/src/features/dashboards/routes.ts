import { z } from 'zod';
import { findRoom, firstSizes, tilesOfTab } from '@causeway/contract/dashboards/layout.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { dashboardMarkRoutes } from '@causeway/contract/dashboards/pictures.ts';
import { dashboardVersionRoutes } from '@causeway/contract/dashboards/versions.ts';
import { dashboardWizardRoutes } from '@causeway/contract/dashboards/wizards.ts';
import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { checkFilters } from './check-filters.ts';
import { createMissingPictures } from './pictures/draw-missing.ts';
import {
  forgetDeleted,
  insertDashboard,
  listDashboards,
  markDeleted,
  raiseVersion,
  readDashboard,
  readWhole,
  type StoredDashboard,
  updateDashboard,
} from './dashboards.ts';
import { listPictures, markFavorite, markSeen } from './marks.ts';
import { forgetOldMailings } from './subscriptions/queries.ts';
import { checkQueries, listQueriesOf, listTiles, replaceTiles } from './tiles.ts';
import {
  dropDraft,
  findDraft,
  keepDraft,
  keepVersion,
  listVersions,
  readVersion,
} from './versions.ts';
import {
  forgetOldWizards,
  forgetWizard,
  keepWizard,
  listWizards,
  readWizard,
} from './wizards/wizards.ts';

export function mountDashboards(mount: Mount, services: Services, actAs: ActAs): void {
  const { events, jobs, logger, db: database } = services;
  const drawMissing = createMissingPictures({ db: database, events, actAs });
  type Act = { action: AuditAction; id: string; name: string };

  async function changed(tx: Tx, actor: ProjectActor, { action, id, name }: Act): Promise<void> {
    const projectId = actor.project.id;
    await recordAct(tx, actor, { action, target: id, details: { name } });
    const event = { type: 'dashboards.changed', projectId, dashboardId: id } as const;
    await events.publish(tx, { projectId }, event);
  }

  mount('dashboards', dashboardRoutes, {
    list: ({ db, actor }) => listDashboards(db, actor),
    show: ({ db, params, actor }) => readWhole(db, actor, params.dashboardId),
    create: async ({ db, body, actor }) => {
      await checkQueries(db, actor, { tiles: body.tiles, before: [] });
      checkFilters(body.filters, []);
      const author = { userId: actor.user.id, projectId: actor.project.id };
      const id = await insertDashboard(db, author, body);
      await changed(db, actor, { action: 'dashboard.created', id, name: body.name });
      return readWhole(db, actor, id);
    },
    update: async ({ db, params, body, actor }) => {
      const before = await readDashboard(db, actor, params.dashboardId);
      const { id } = before;
      const tiles = body.tiles ?? [];
      checkFilters(body.filters ?? [], before.filters);
      await checkQueries(db, actor, { tiles, before: await listTiles(db, before) });
      await updateDashboard(db, before, { ...body, userId: actor.user.id });
      if (body.tiles) await dropDraft(db, actor, before);
      const dashboard = await readWhole(db, actor, id);
      const { name } = dashboard;
      await changed(db, actor, { action: 'dashboard.updated', id, name });
      return dashboard;
    },
    addTile: async ({ db, params, body, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      const { id, name } = dashboard;
      await raiseVersion(db, dashboard);
      const before = await listTiles(db, dashboard);
      await checkQueries(db, actor, { tiles: [body.tile], before: [] });
      const { tabs } = dashboard;
      const beside = tilesOfTab(before, tabs, body.tile.tab ?? tabs[0]?.id);
      const place = findRoom(beside, firstSizes[body.tile.kind]);
      const tileId = crypto.randomUUID();
      await replaceTiles(db, dashboard, [...before, { ...body.tile, ...place, id: tileId }]);
      await keepVersion(db, dashboard, actor.user.id);
      await changed(db, actor, { action: 'dashboard.updated', id, name });
      return { tileId, dashboard: await readWhole(db, actor, id) };
    },
    remove: async ({ db, params, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      const { id, name } = dashboard;
      await markDeleted(db, dashboard, true);
      await changed(db, actor, { action: 'dashboard.deleted', id, name });
      return null;
    },
    restore: async ({ db, params, actor }) => {
      const found = await readDashboard(db, actor, params.dashboardId, { isDeleted: true });
      const { id, name } = found;
      await markDeleted(db, found, false);
      await changed(db, actor, { action: 'dashboard.restored', id, name });
      return readWhole(db, actor, id);
    },
  });

  mount('dashboardMarks', dashboardMarkRoutes, {
    pictures: ({ db, actor }) => {
      void drawMissing(actor).catch((error: unknown) =>
        logger.info({ err: error }, 'a dashboard was not drawn'),
      );
      return listPictures(db, actor);
    },
    see: async ({ db, params, body, actor }) => {
      await markSeen(db, actor, await readDashboard(db, actor, params.dashboardId), body);
      return null;
    },
    favor: async ({ db, params, body, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      await markFavorite(db, actor, dashboard, body.isFavorite);
      return null;
    },
  });

  mount('dashboardVersions', dashboardVersionRoutes, {
    draft: async ({ db, params, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      const draft = await findDraft(db, actor, dashboard);
      if (!draft) return null;
      const base = draft.base ?? (await contentOf(db, dashboard));
      const queries = await listQueriesOf(db, actor, draft.content.tiles);
      return { ...draft, base, queries };
    },
    keepDraft: async ({ db, params, body, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      return { revision: await keepDraft(db, actor, dashboard, body) };
    },
    discardDraft: async ({ db, params, actor }) => {
      await dropDraft(db, actor, await readDashboard(db, actor, params.dashboardId));
      return null;
    },
    versions: async ({ db, params, actor }) =>
      listVersions(db, await readDashboard(db, actor, params.dashboardId)),
    version: async ({ db, params, actor }) =>
      readVersion(db, await readDashboard(db, actor, params.dashboardId), params.version),
    restoreVersion: async ({ db, params, body, actor }) => {
      const before = await readDashboard(db, actor, params.dashboardId);
      const content = await readVersion(db, before, params.version);
      const userId = actor.user.id;
      await updateDashboard(db, before, { ...content, version: body.version, userId });
      const { id, name } = before;
      await changed(db, actor, { action: 'dashboard.updated', id, name });
      return readWhole(db, actor, id);
    },
  });

  mount('dashboardWizards', dashboardWizardRoutes, {
    list: ({ db, actor }) => listWizards(db, actor),
    show: ({ db, params, actor }) => readWizard(db, actor, params.wizardId),
    keep: ({ db, params, body, actor }) =>
      keepWizard(db, actor, { id: params.wizardId, state: body.state }),
    forget: async ({ db, params, actor }) => {
      await forgetWizard(db, actor, params.wizardId);
      return null;
    },
  });

  jobs.define({
    name: 'dashboards.sweep',
    data: z.object({}),
    schedule: '37 3 * * *',
    run: async () => {
      await forgetDeleted(database);
      await forgetOldWizards(database);
      await forgetOldMailings(database);
    },
  });
}

async function contentOf(db: Db, dashboard: StoredDashboard) {
  const { tabs, settings } = dashboard;
  return { tiles: await listTiles(db, dashboard), tabs, settings };
}
