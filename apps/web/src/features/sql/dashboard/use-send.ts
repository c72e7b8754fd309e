import { findRoom, firstSizes } from '@causeway/contract/dashboards/layout.ts';
import {
  dashboardRoutes,
  type Dashboard,
  type TileContent,
} from '@causeway/contract/dashboards/dashboards.ts';
import { queryRoutes, type SavedQuery } from '@causeway/contract/sql/queries.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#platform/api/api.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import type { QueryPlan } from './query-of-tile.ts';

export type Sending = {
  plan: QueryPlan;
  /** Undefined saves a new version, or nothing where nothing changed. */
  newName: string | undefined;
  to: { dashboardId: string } | { newDashboard: string };
  tile: (queryId: string) => TileContent;
};

type Place = { projectId: string; connectorId: string };
type Sent = { query: SavedQuery; dashboard: Dashboard };

/** Saves the query where it is not saved yet, shares it, and puts a tile of it on a dashboard. */
export function useSend({ projectId, connectorId }: Place, onSent: (sent: Sent) => void) {
  const queryClient = useQueryClient();
  // Tried again after a failure, what was saved by then is not saved a second time.
  const ready = useRef<SavedQuery>(undefined);
  return useMutation({
    mutationFn: async ({ plan, newName, to, tile }: Sending): Promise<Sent> => {
      ready.current ??= await saveQuery(connectorId, plan, newName);
      const query = ready.current;
      const content = tile(query.id);
      if ('dashboardId' in to) {
        const { dashboard } = await api.call(dashboardRoutes.addTile, {
          params: { projectId, dashboardId: to.dashboardId },
          body: { tile: content },
        });
        return { query, dashboard };
      }
      const place = findRoom([], firstSizes[content.kind]);
      const dashboard = await api.call(dashboardRoutes.create, {
        params: { projectId },
        body: {
          name: to.newDashboard,
          tiles: [{ ...content, ...place, id: crypto.randomUUID() }],
        },
      });
      return { query, dashboard };
    },
    onSuccess: onSent,
    onSettled: async () => {
      await queryClient.invalidateQueries(savedQueriesQuery(connectorId));
      await refreshDashboards(projectId);
    },
  });
}

function saveQuery(
  connectorId: string,
  plan: QueryPlan,
  newName: string | undefined,
): Promise<SavedQuery> | SavedQuery {
  const connector = { id: connectorId };
  if (plan.kind === 'new' || (plan.kind === 'changed' && newName !== undefined)) {
    const { sql, parameters } = plan;
    const name = newName ?? (plan.kind === 'new' ? plan.name : plan.query.name);
    return api.call(queryRoutes.create, {
      body: { connector, name, sql, parameters, isShared: true },
    });
  }
  const { query } = plan;
  if (plan.kind === 'as-is' && query.isShared) return query;
  const change = plan.kind === 'changed' ? { sql: plan.sql, parameters: plan.parameters } : {};
  return api.call(queryRoutes.update, {
    params: { queryId: query.id },
    body: { connector, version: query.version, isShared: true, ...change },
  });
}
