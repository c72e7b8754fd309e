import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { intelligenceKey } from './followers.ts';

export type FindingFilter = RouteInput<typeof intelligenceRoutes.list>['query'];

export function findingsQuery(projectId: string, query: FindingFilter) {
  return queryOptions({
    queryKey: [...intelligenceKey(projectId), 'findings', query],
    queryFn: ({ signal }) =>
      api.call(intelligenceRoutes.list, { params: { projectId }, query }, { signal }),
  });
}

export function coverageQuery(projectId: string) {
  return queryOptions({
    queryKey: [...intelligenceKey(projectId), 'coverage'],
    queryFn: ({ signal }) =>
      api.call(intelligenceRoutes.coverage, { params: { projectId } }, { signal }),
  });
}

export function fixesQuery(projectId: string, findingId: string) {
  return queryOptions({
    queryKey: [...intelligenceKey(projectId), 'fixes', findingId],
    queryFn: ({ signal }) =>
      api.call(intelligenceRoutes.fixes, { params: { projectId, findingId } }, { signal }),
  });
}

/** Tables of a database that have findings; asked for once for all of them. */
export function healthQuery(projectId: string, connectorId: string) {
  return queryOptions({
    queryKey: [...intelligenceKey(projectId), 'health', connectorId],
    queryFn: ({ signal }) =>
      api.call(intelligenceRoutes.health, { params: { projectId, connectorId } }, { signal }),
    staleTime: 60_000,
  });
}

type AskedTable = { connectorId: string; schema: string; table: string };

export function profilesQuery(projectId: string, { connectorId, schema, table }: AskedTable) {
  return queryOptions({
    queryKey: [...intelligenceKey(projectId), 'profiles', connectorId, schema, table],
    queryFn: ({ signal }) =>
      api.call(
        intelligenceRoutes.profiles,
        { params: { projectId, connectorId }, query: { schema, table } },
        { signal },
      ),
  });
}
