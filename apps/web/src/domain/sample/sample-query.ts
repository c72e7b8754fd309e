import { sampleRoutes } from '@causeway/contract/sample.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { EventOf } from '#platform/events/followers.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { refreshConnectors } from '#domain/connectors/resources-query.ts';

/** How far the sample workspace is filled, if this project is it. */
export function sampleQuery(projectId: string) {
  return queryOptions({
    queryKey: ['sample', projectId],
    queryFn: ({ signal }) => api.call(sampleRoutes.progress, { params: { projectId } }, { signal }),
    staleTime: Infinity,
  });
}

/** Progress arrives with its numbers, so they are shown without asking; the end changes more. */
export async function followSample(event: EventOf<'sample.progress'>): Promise<void> {
  const { projectId, done, total, what } = event;
  const { queryKey } = sampleQuery(projectId);
  queryClient.setQueryData(queryKey, (known) => known && { ...known, done, total, what });
  if (done < total) return;
  await queryClient.invalidateQueries({ queryKey });
  await refreshConnectors(projectId);
  // What was asked while the shop was being filled found less, or no table at all.
  await queryClient.invalidateQueries({ queryKey: ['queries'] });
  await refreshDashboards(projectId);
}
