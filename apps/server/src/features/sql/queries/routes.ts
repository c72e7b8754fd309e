import { z } from 'zod';
import { can } from '@causeway/contract/access.ts';
import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { editorTabRoutes, queryRoutes, type QueryUse } from '@causeway/contract/sql/queries.ts';
import { queryRunRoutes } from '@causeway/contract/sql/query-runs.ts';
import { mayBeTold } from '#platform/access/told-names.ts';
import { ownerAlone } from '#platform/access/owner-alone.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { SavedRunner } from '#platform/queries/saved-run.ts';
import type { Services } from '#platform/services.ts';
import { runSavedQuery } from './run-saved.ts';
import {
  clearRuns,
  forgetOldRuns,
  forgetSnapshot,
  keepRun,
  listRuns,
  listSnapshots,
  listSnapshotsOf,
  readSnapshot,
} from './runs.ts';
import {
  describeQuery,
  insertQuery,
  listQueries,
  listVersions,
  markDeleted,
  type QueryContent,
  readEditableQuery,
  readQuery,
  type StoredQuery,
  updateQuery,
} from './saved.ts';
import { type QueryScope, scopeOf } from './scope.ts';
import { closeTab, listClosedTabs, listOpenTabs, putTab } from './tabs.ts';

/** Whoever runs queries by their id tells here where. */
export type FindQueryUses = (db: Db, queryId: string) => Promise<QueryUse[]>;

type Elsewhere = {
  findUses: FindQueryUses[];
  /** How a saved query runs, by the kind of its connector. */
  run: Record<'sql' | 's3', SavedRunner>;
};

export function mountQueries(mount: Mount, services: Services, { findUses, run }: Elsewhere): void {
  const { events, jobs, db: database } = services;

  async function tellProject(tx: Tx, { actor, connectorId }: QueryScope): Promise<void> {
    const { project } = actor;
    const event = { type: 'queries.changed', projectId: project.id, connectorId } as const;
    await events.publish(tx, { projectId: project.id }, event);
  }

  /** What others see is written down; a private query is its owner's business. */
  async function changed(
    tx: Tx,
    scope: QueryScope,
    act: { action: AuditAction; query: StoredQuery; isPublic: boolean },
  ): Promise<void> {
    await tellProject(tx, scope);
    if (!act.isPublic) return;
    const { action, query } = act;
    const details = { name: query.name, version: query.version };
    await recordAct(tx, scope.actor, { action, target: query.id, details });
  }

  mount('queries', queryRoutes, {
    list: async ({ db, ...call }) => {
      const scope = scopeOf(call);
      return (await listQueries(db, scope)).map((query) => describeQuery(query, scope));
    },
    show: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      return describeQuery(await readQuery(db, scope, params.queryId), scope);
    },
    create: async ({ db, body, ...call }) => {
      const scope = scopeOf(call);
      if (body.isShared) checkMayShare(scope);
      const { connector: _, ...content } = body;
      const { actor, connectorId } = scope;
      const owner = { userId: actor.user.id, projectId: actor.project.id, connectorId };
      const id = await insertQuery(db, owner, content);
      const query = await readQuery(db, scope, id);
      const isPublic = query.isShared;
      await changed(db, scope, { action: 'query.created', query, isPublic });
      return describeQuery(query, scope);
    },
    update: async ({ db, params, body, ...call }) => {
      const scope = scopeOf(call);
      const before = await readEditableQuery(db, scope, params.queryId);
      const { connector: _, version, ...sent } = body;
      if (sent.isShared && !before.isShared) checkMayShare(scope);
      const isTakenBack = before.isShared && sent.isShared === false;
      const owner = isTakenBack && { ownerId: ownerAlone(scope.actor, before) };
      const change = { ...withoutMissing(sent), ...owner };
      await updateQuery(db, scope, { query: before, version, change });
      const query = await readQuery(db, scope, before.id);
      const isPublic = before.isShared || query.isShared;
      await changed(db, scope, { action: 'query.updated', query, isPublic });
      return describeQuery(query, scope);
    },
    remove: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      const query = await readEditableQuery(db, scope, params.queryId);
      await markDeleted(db, query, true);
      const isPublic = query.isShared;
      await changed(db, scope, { action: 'query.deleted', query, isPublic });
      return null;
    },
    restore: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      const query = await readEditableQuery(db, scope, params.queryId, { deleted: true });
      await markDeleted(db, query, false);
      const isPublic = query.isShared;
      await changed(db, scope, { action: 'query.restored', query, isPublic });
      return describeQuery(query, scope);
    },
    versions: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      return listVersions(db, scope, await readQuery(db, scope, params.queryId));
    },
    run: async ({ db, params, body, signal, ...call }) => {
      const scope = scopeOf(call);
      const query = await readQuery(db, scope, params.queryId);
      const { parameters, maxAge, rowLimit, where = [], fold, behind, part, totals } = body;
      const around = { where, fold, behind, part, totals };
      const asked = { db, signal, actor: call.actor, parameters, maxAge, rowLimit, ...around };
      const { implementation } = call.opened.connector;
      return runSavedQuery(services, run[implementation], { ...asked, query });
    },
    uses: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      const { id } = await readQuery(db, scope, params.queryId);
      const snapshots = await listSnapshotsOf(db, scope, id);
      const { id: connectorId } = call.opened.connector;
      const elsewhere = await Promise.all(findUses.map((find) => find(db, id)));
      return [
        ...elsewhere.flat().filter(({ kind }) => mayBeTold(call.actor, kind, connectorId)),
        ...snapshots.map(({ id: snapshot, name }) => ({
          kind: 'snapshot',
          name,
          url: addressOf(scope, { snapshot }),
        })),
      ];
    },
  });

  mount('editorTabs', editorTabRoutes, {
    list: async ({ db, ...call }) => {
      const scope = scopeOf(call);
      const [open, closed] = [await listOpenTabs(db, scope), await listClosedTabs(db, scope)];
      return { open, closed };
    },
    put: async ({ db, params, body, ...call }) => {
      const scope = scopeOf(call);
      const { connector: _, ...tab } = body;
      const revision = await putTab(db, scope, { id: params.tabId, tab });
      await tellOwner(db, scope);
      return { revision };
    },
    close: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      await closeTab(db, scope, params.tabId);
      await tellOwner(db, scope);
      return null;
    },
  });

  async function tellOwner(tx: Tx, { actor, connectorId }: QueryScope): Promise<void> {
    await events.publish(tx, { userId: actor.user.id }, { type: 'editor.tabs', connectorId });
  }

  mount('queryRuns', queryRunRoutes, {
    list: ({ db, query, ...call }) => listRuns(db, scopeOf(call), query),
    clear: async ({ db, ...call }) => {
      await clearRuns(db, scopeOf(call));
      return null;
    },
    keep: async ({ db, params, body, ...call }) => {
      const scope = scopeOf(call);
      if (body.isShared) checkMayShare(scope);
      const { name, isShared } = body;
      await keepRun(db, scope, { id: params.runId, name, isShared });
      await tellProject(db, scope);
      return readSnapshot(db, scope, params.runId);
    },
    listSnapshots: ({ db, ...call }) => listSnapshots(db, scopeOf(call)),
    showSnapshot: ({ db, params, ...call }) => readSnapshot(db, scopeOf(call), params.runId),
    removeSnapshot: async ({ db, params, ...call }) => {
      const scope = scopeOf(call);
      const snapshot = await readSnapshot(db, scope, params.runId);
      const mayRemove = snapshot.isMine || can(scope.actor.project.role, 'connectors.manage');
      if (!mayRemove) throw new Failure('E_FORBIDDEN');
      await forgetSnapshot(db, snapshot);
      await tellProject(db, scope);
      return null;
    },
  });

  jobs.define({
    name: 'queries.sweep',
    data: z.object({}),
    schedule: '*/20 * * * *',
    run: async () => {
      await forgetOldRuns(database);
      await services.sharedResults.sweep();
    },
  });
}

function addressOf({ actor, connectorId }: QueryScope, more: Record<string, string>): string {
  const search = new URLSearchParams({ projectId: actor.project.id, connectorId, ...more });
  return `/sql/editor?${search.toString()}`;
}

function checkMayShare({ actor }: QueryScope): void {
  if (!can(actor.project.role, 'sql.write')) throw new Failure('E_FORBIDDEN');
}

type Sent = { [Name in keyof QueryContent]?: QueryContent[Name] | undefined };

function withoutMissing(sent: Sent): Partial<QueryContent> {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
