import { z } from 'zod';
import { can } from '@causeway/contract/access.ts';
import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { isAsking } from '@causeway/contract/dashboards/dashboards.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { readDashboard } from '../dashboards.ts';
import { listTiles } from '../tiles.ts';
import { checkAlert, checkDueAlerts } from './check.ts';
import {
  deleteAlert,
  insertAlert,
  listAlerts,
  readAlert,
  readDue,
  setSnooze,
  takeOverAlert,
  updateAlert,
} from './queries.ts';

export function mountAlerts(mount: Mount, services: Services, actAs: ActAs): void {
  const { db: database, events, logger, jobs } = services;
  const needs = { db: database, events, logger, actAs };

  async function changed(tx: Tx, { project }: ProjectActor, dashboardId: string): Promise<void> {
    const projectId = project.id;
    await events.publish(tx, { projectId }, { type: 'alerts.changed', projectId, dashboardId });
  }

  /** An alert is whose it is: nobody else changes what somebody is told. */
  async function readOwn(
    db: Db,
    actor: ProjectActor,
    params: { dashboardId: string; alertId: string },
  ) {
    const { id: dashboardId } = await readDashboard(db, actor, params.dashboardId);
    const alert = await readAlert(db, actor, { id: params.alertId, dashboardId });
    if (!alert.isMine) throw new Failure('E_FORBIDDEN');
    return alert;
  }

  async function checkTile(db: Db, dashboard: { id: string }, tileId: string): Promise<void> {
    const tile = (await listTiles(db, dashboard)).find(({ id }) => id === tileId);
    if (!tile || !isAsking(tile)) throw new Failure('E_NOT_FOUND');
  }

  mount('alerts', alertRoutes, {
    list: async ({ db, params, actor }) =>
      listAlerts(db, actor, await readDashboard(db, actor, params.dashboardId)),
    create: async ({ db, params, body, actor }) => {
      const dashboard = await readDashboard(db, actor, params.dashboardId);
      await checkTile(db, dashboard, body.tileId);
      const id = await insertAlert(db, actor, dashboard.id, body);
      await changed(db, actor, dashboard.id);
      return readAlert(db, actor, { id, dashboardId: dashboard.id });
    },
    update: async ({ db, params, body, actor }) => {
      const alert = await readOwn(db, actor, params);
      await checkTile(db, { id: alert.dashboardId }, body.tileId);
      await updateAlert(db, alert.id, body);
      await changed(db, actor, alert.dashboardId);
      return readAlert(db, actor, alert);
    },
    snooze: async ({ db, params, body, actor }) => {
      const alert = await readOwn(db, actor, params);
      await setSnooze(db, alert.id, body.minutes);
      await changed(db, actor, alert.dashboardId);
      return readAlert(db, actor, alert);
    },
    check: async ({ db, params, actor }) => {
      const alert = await readOwn(db, actor, params);
      // Whoever asks for a check means what is true now, not what somebody saw a moment ago.
      await checkAlert(needs, await readDue(db, alert.id), 0);
      return readAlert(db, actor, alert);
    },
    takeOver: async ({ db, params, actor }) => {
      const { id: dashboardId } = await readDashboard(db, actor, params.dashboardId);
      const alert = await readAlert(db, actor, { id: params.alertId, dashboardId });
      const mayTake = alert.isMine || can(actor.project.role, 'dashboards.write');
      if (!alert.isHeld || !mayTake) throw new Failure('E_FORBIDDEN');
      await takeOverAlert(db, alert.id, actor.user.id);
      await changed(db, actor, dashboardId);
      return readAlert(db, actor, alert);
    },
    remove: async ({ db, params, actor }) => {
      const { id: dashboardId } = await readDashboard(db, actor, params.dashboardId);
      const alert = await readAlert(db, actor, { id: params.alertId, dashboardId });
      if (!alert.isMine && !can(actor.project.role, 'dashboards.write')) {
        throw new Failure('E_FORBIDDEN');
      }
      await deleteAlert(db, alert.id);
      await changed(db, actor, dashboardId);
      return null;
    },
  });

  jobs.define({
    name: 'dashboards.alerts',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => checkDueAlerts(needs),
  });
}
