import { z } from 'zod';
import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { type SavedView, tableViewRoutes } from '@causeway/contract/tables/saved-views.ts';
import { renameInDefinition } from '@causeway/contract/tables/view-renames.ts';
import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { ownerAlone } from '#platform/access/owner-alone.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { CatalogColumn, TableName } from '#platform/connectors/sql/catalog-table.ts';
import { renamedColumns } from '#platform/connectors/sql/renames.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { findTableNow, followViews, noteViewNumbers } from '../follow-renames.ts';
import {
  chooseDefaultView,
  describeView,
  findDefaultView,
  insertView,
  listViews,
  markDeleted,
  purgeDeletedViews,
  readView,
  type StoredView,
  updateView,
  type ViewScope,
} from './views.ts';

export function mountTableViews(mount: Mount, services: Services): void {
  /** The table as it is now, for what was kept about it; undefined when nobody can tell. */
  async function tableOf({ opened: { target } }: Call, name: TableName) {
    const table = await findTableNow(services, target, name);
    return table && { target, table };
  }

  async function describeNow(call: Call, view: StoredView): Promise<SavedView> {
    const followed = await tableOf(call, view);
    return describeView(withNamesNow(view, followed?.table.columns ?? []), scopeOf(call));
  }

  mount('tables', tableViewRoutes, {
    listViews: async ({ db, params, query, ...call }) => {
      const scope = scopeOf(call);
      const name = { schema: query.schema, table: params.table };
      const followed = await tableOf(call, name);
      if (followed) await followViews(services, db, scope.connectorId, followed);
      const views = await listViews(db, scope, name);
      const defaultId = await findDefaultView(db, scope, name);
      const columns = followed?.table.columns ?? [];
      return {
        views: views.map((view) => describeView(withNamesNow(view, columns), scope)),
        // A view that is private again is nobody else's default any more.
        defaultId: views.find(({ id }) => id === defaultId)?.id ?? null,
      };
    },

    createView: async ({ db, params, body, ...call }) => {
      const scope = scopeOf(call);
      if (body.isShared) checkMayShare(scope);
      const { schema, name, definition, isShared } = body;
      const { table } = params;
      const { actor, connectorId } = scope;
      const place = { ownerId: actor.user.id, connectorId };
      const id = await insertView(db, place, { schema, table, name, definition, isShared });
      const followed = await tableOf(call, { schema, table });
      if (followed) await noteViewNumbers(db, scope.connectorId, followed.table);
      const view = await readView(db, scope, id);
      if (isShared) await record(db, { scope, action: 'view.shared', view });
      return describeView(view, scope);
    },

    updateView: async ({ db, params, body, ...call }) => {
      const scope = scopeOf(call);
      const before = await readEditableView(db, scope, params.viewId);
      const { name, definition, isShared } = body;
      if (isShared && !before.isShared) checkMayShare(scope);
      const isTakenBack = before.isShared && isShared === false;
      await updateView(db, before, {
        ...(name !== undefined && { name }),
        ...(definition !== undefined && { definition }),
        ...(isShared !== undefined && { isShared }),
        ...(isTakenBack && { ownerId: ownerAlone(scope.actor, before) }),
      });
      const view = await readView(db, scope, before.id);
      if (before.isShared || view.isShared) {
        await record(db, { scope, action: 'view.updated', view });
      }
      return describeNow(call, view);
    },

    removeView: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      const view = await readEditableView(db, scope, params.viewId);
      await markDeleted(db, view, true);
      if (view.isShared) await record(db, { scope, action: 'view.deleted', view });
      return describeNow(call, view);
    },

    restoreView: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      const view = await readEditableView(db, scope, params.viewId, { isDeleted: true });
      await markDeleted(db, view, false);
      if (view.isShared) await record(db, { scope, action: 'view.restored', view });
      return describeNow(call, view);
    },

    chooseDefaultView: async ({ db, params, body, ...call }) => {
      const scope = scopeOf(call);
      const { schema, viewId } = body;
      if (viewId !== null) await readView(db, scope, viewId);
      await chooseDefaultView(db, scope, { schema, table: params.table }, viewId);
      return null;
    },
  });

  services.jobs.define({
    name: 'views.sweep',
    data: z.object({}),
    schedule: '41 3 * * *',
    run: () => purgeDeletedViews(services.db),
  });
}

type Call = { actor: ProjectActor; opened: OpenedSql };

function scopeOf({ actor, opened }: Call): ViewScope {
  return { actor, connectorId: opened.connector.id };
}

/** What the view says of columns, by the names they have now. */
function withNamesNow(view: StoredView, columns: readonly CatalogColumn[]): StoredView {
  const renames = renamedColumns(view.columns, columns);
  return { ...view, definition: renameInDefinition(view.definition, renames) };
}

function checkMayShare({ actor }: ViewScope): void {
  if (!can(actor.project.role, 'sql.write')) throw new Failure('E_FORBIDDEN');
}

async function readEditableView(
  db: Db,
  scope: ViewScope,
  id: string,
  which?: { isDeleted: boolean },
): Promise<StoredView> {
  const view = await readView(db, scope, id, which);
  if (!describeView(view, scope).isEditable) throw new Failure('E_FORBIDDEN');
  return view;
}

type Act = { scope: ViewScope; action: AuditAction; view: StoredView };

/** What others see of it is written down; a private view is its owner's business. */
async function record(tx: Tx, { scope, action, view }: Act): Promise<void> {
  const { name, schema, table } = view;
  await recordAct(tx, scope.actor, { action, target: view.id, details: { name, schema, table } });
}
