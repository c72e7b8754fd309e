import type { Dashboard, Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { isAsking } from '@causeway/contract/dashboards/dashboards.ts';
import { dashboardMarkRoutes } from '@causeway/contract/dashboards/pictures.ts';
import { sketchDashboard } from '@causeway/contract/drawing/sketch-tile.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';

type Seen = {
  projectId: string;
  dashboard: Dashboard;
  /** Those on screen, by place. */
  tiles: readonly Tile[];
  /** Everything has answered. */
  isSettled: boolean;
  /** As it is for everybody who opens it: no filter was changed, the first tab is open. */
  isPlain: boolean;
};

/** Keeps that the dashboard was seen, and how it looked: once a visit, when all of it is there. */
export function useSeen({ projectId, dashboard, tiles, isSettled, isPlain }: Seen): void {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  const kept = useRef('');
  const { id: dashboardId, version } = dashboard;

  useEffect(() => {
    const visit = `${dashboardId} ${version}`;
    if (!isSettled || kept.current === visit) return;
    const cache = client.getQueryCache();
    const states = tiles.map((tile) => {
      const [found] =
        isAsking(tile) && tile.queryId !== null
          ? cache.findAll({
              predicate: ({ queryKey: [area, , what, id] }) =>
                area === 'queries' && what === 'rows' && id === tile.queryId,
              type: 'active',
            })
          : [];
      const state = found?.state;
      const hasFailed = state?.status === 'error';
      const rows = state?.data as QueryRows | undefined;
      return { tile, rows, hasFailed };
    });
    const picture = sketchDashboard(states, i18n.language);
    if (picture) kept.current = visit;
    const failing = states.filter(({ hasFailed }) => hasFailed).length;
    const params = { projectId, dashboardId };
    const body = isPlain && picture ? { picture, failing } : {};
    // To be remembered is nothing anybody waits for.
    void api.call(dashboardMarkRoutes.see, { params, body }).catch(() => undefined);
  }, [client, dashboardId, version, isSettled, isPlain, projectId, tiles, i18n]);
}
