import { dashboardRoutes, type Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { isAsking } from '@causeway/contract/dashboards/dashboards.ts';
import type { Project } from '@causeway/contract/projects.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { dashboardQuery, refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { showUndo } from '#ui/show-undo.tsx';
import type { Arranged } from './merge-arranged.ts';
import { keepColours, namesInCharts } from './keep-colours.ts';
import type { DashboardDraft } from './use-dashboard-draft.ts';

type Publishing = { project: Project; dashboard: Dashboard; draft: DashboardDraft };

/** What was arranged becomes what everybody sees; what it was before is one click away. */
export function usePublish({ project, dashboard, draft }: Publishing) {
  const { t } = useTranslation('dashboards');
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const params = { projectId: project.id, dashboardId: dashboard.id };

  async function takeBack({ tiles, tabs, settings }: Dashboard, version: number) {
    const body = { version, tiles, tabs, settings };
    await api.call(dashboardRoutes.update, { params, body });
    await refreshDashboards(project.id);
  }

  function send(version: number, { tiles, tabs, settings: given }: Arranged) {
    const charts = namesInCharts(tiles, (tile) =>
      isAsking(tile) && tile.queryId ? rowsIn(queryClient, tile.queryId) : undefined,
    );
    const colours = keepColours(given.colours ?? [], charts);
    const settings = { ...given, ...(colours.length > 0 && { colours }) };
    const body = { version, tiles, tabs, settings };
    return api.call(dashboardRoutes.update, { params, body });
  }

  return useMutation({
    mutationFn: async () => {
      await draft.rest();
      const { version } = draft;
      try {
        return { saved: await send(version, draft), before: dashboard };
      } catch (error) {
        if (!isErrorBody(error) || error.code !== 'E_VERSION_CONFLICT') throw error;
        // Somebody published meanwhile. Where both did different things, both are done.
        const shown = dashboardQuery(project.id, dashboard.id);
        const latest = await queryClient.fetchQuery({ ...shown, staleTime: 0 });
        const merged = draft.mergeUnasked(latest);
        if (!merged) throw error;
        return { saved: await send(latest.version, merged), before: latest };
      }
    },
    onSuccess: async ({ saved, before }) => {
      draft.settle(saved);
      queryClient.setQueryData(dashboardQuery(project.id, dashboard.id).queryKey, saved);
      openHref(scopedHref(`/dashboards/${dashboard.id}`));
      await refreshDashboards(project.id);
      await showUndo(t('saved', { name: saved.name }), () =>
        takeBack(before, saved.version).catch(notifyError),
      );
    },
    // What somebody else published is read, so that it can be told and chosen.
    onError: () => refreshDashboards(project.id),
  });
}

/** What a query found while it was arranged here. */
function rowsIn(client: QueryClient, queryId: string): QueryRows | undefined {
  const [found] = client.getQueryCache().findAll({
    predicate: ({ queryKey: [area, , what, id] }) =>
      area === 'queries' && what === 'rows' && id === queryId,
    type: 'active',
  });
  return found?.state.data as QueryRows | undefined;
}
