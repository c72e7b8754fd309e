import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { tableViewRoutes } from '@causeway/contract/table-views.ts';
import type { AuthorizedProject, Caller } from '#platform/access/caller.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { RequestFacts } from '#platform/http/request-facts.ts';
import {
  chooseDefaultView,
  deleteView,
  describeView,
  findDefaultView,
  insertView,
  listViews,
  readView,
  type StoredView,
  updateView,
  type ViewScope,
} from './views.ts';

export function mountTableViews(mount: Mount): void {
  mount('tables', tableViewRoutes, {
    listViews: async ({ db, params, query, ...call }) => {
      const scope = scopeOf(call);
      const name = { schema: query.schema, table: params.table };
      const views = await listViews(db, scope, name);
      const defaultId = await findDefaultView(db, scope, name);
      return {
        views: views.map((view) => describeView(view, scope)),
        // A view that is private again is nobody else's default any more.
        defaultId: views.find(({ id }) => id === defaultId)?.id ?? null,
      };
    },

    createView: async ({ db, params, body, request, ...call }) => {
      const scope = scopeOf(call);
      if (body.isShared) checkMayShare(scope);
      const { schema, name, definition, isShared } = body;
      const { table } = params;
      const id = await insertView(db, scope, { schema, table, name, definition, isShared });
      const view = await readView(db, scope, id);
      if (isShared) await record(db, { scope, request, action: 'view.shared', view });
      return describeView(view, scope);
    },

    updateView: async ({ db, params, body, request, ...call }) => {
      const scope = scopeOf(call);
      const before = await readEditableView(db, scope, params.viewId);
      const { name, definition, isShared } = body;
      if (isShared && !before.isShared) checkMayShare(scope);
      await updateView(db, before, {
        ...(name !== undefined && { name }),
        ...(definition !== undefined && { definition }),
        ...(isShared !== undefined && { isShared }),
      });
      const view = await readView(db, scope, before.id);
      if (before.isShared || view.isShared) {
        await record(db, { scope, request, action: 'view.updated', view });
      }
      return describeView(view, scope);
    },

    removeView: async ({ db, params, request, ...call }) => {
      const scope = scopeOf(call);
      const view = await readEditableView(db, scope, params.viewId);
      await deleteView(db, view);
      if (view.isShared) await record(db, { scope, request, action: 'view.deleted', view });
      return describeView(view, scope);
    },

    chooseDefaultView: async ({ db, params, body, ...call }) => {
      const scope = scopeOf(call);
      const { schema, viewId } = body;
      if (viewId !== null) await readView(db, scope, viewId);
      await chooseDefaultView(db, scope, { schema, table: params.table }, viewId);
      return null;
    },
  });
}

type Call = { caller: Caller; project: AuthorizedProject };

function scopeOf({ caller, project }: Call): ViewScope {
  if (!project.connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
  return { caller, project, connectorId: project.connector.id };
}

function checkMayShare({ project }: ViewScope): void {
  if (!can(project.role, 'sql.write')) throw new Failure('E_FORBIDDEN');
}

async function readEditableView(db: Db, scope: ViewScope, id: string): Promise<StoredView> {
  const view = await readView(db, scope, id);
  if (!describeView(view, scope).isEditable) throw new Failure('E_FORBIDDEN');
  return view;
}

type Act = { scope: ViewScope; request: RequestFacts; action: string; view: StoredView };

/** What others see of it is written down; a private view is its owner's business. */
async function record(tx: Tx, { scope, request, action, view }: Act): Promise<void> {
  const { name, schema, table } = view;
  await recordAct(
    tx,
    { caller: scope.caller, request },
    { action, projectId: scope.project.id, target: view.id, details: { name, schema, table } },
  );
}
