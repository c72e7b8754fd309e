import { dashboardRoutes, type Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboardQuery, refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { type AskedFilter, chooseFilters, type Drafted, mergeFilters } from './merge-filters.ts';

type FiltersDraft = { projectId: string; dashboard: Dashboard; onSaved: () => void };

/**
 * Filters while they are changed. Where somebody else changed the dashboard meanwhile, what each did to
 * different filters is both done; a filter that both changed is asked for, and saved with the answer.
 */
export function useFiltersDraft({ projectId, dashboard, onSaved }: FiltersDraft) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(dashboard);
  const [filters, setFilters] = useState<Drafted[]>(() =>
    dashboard.filters.map((filter) => ({ ...filter, key: filter.slug })),
  );
  const [asked, setAsked] = useState<AskedFilter[]>([]);

  function send(version: number, drafted: Drafted[]) {
    const params = { projectId, dashboardId: dashboard.id };
    const sent = drafted.map(({ key: _key, ...filter }) => filter);
    return api.call(dashboardRoutes.update, { params, body: { version, filters: sent } });
  }

  const save = useMutation({
    mutationFn: async (): Promise<'saved' | 'asked'> => {
      try {
        await send(base.version, filters);
        return 'saved';
      } catch (error) {
        if (!isErrorBody(error) || error.code !== 'E_VERSION_CONFLICT') throw error;
        const shown = dashboardQuery(projectId, dashboard.id);
        const latest = await queryClient.fetchQuery({ ...shown, staleTime: 0 });
        const sides = { base: base.filters, mine: filters, theirs: latest.filters };
        const merged = mergeFilters(sides);
        setFilters(merged.filters);
        setAsked(merged.asked);
        setBase(latest);
        if (merged.asked.length > 0) return 'asked';
        await send(latest.version, merged.filters);
        return 'saved';
      }
    },
    onSuccess: async (outcome) => {
      if (outcome === 'asked') return;
      await refreshDashboards(projectId);
      onSaved();
    },
  });

  return {
    filters,
    setFilters,
    asked,
    setTheirs: (key: string, isTheirs: boolean) =>
      setFilters(
        chooseFilters(
          filters,
          asked.filter((one) => one.key === key),
          () => isTheirs,
        ),
      ),
    save,
  };
}
