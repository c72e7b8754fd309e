import { type AuditFilter, auditFilter, auditRoutes } from '@causeway/contract/audit.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export function auditQuery(projectId: string, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', projectId, filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        auditRoutes.list,
        {
          params: { projectId },
          query: { ...filter, ...(pageParam !== '' && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** The filter of an address, each part of it by itself: what can't be read is not asked for. */
export function readFilter(search: Record<string, unknown>): AuditFilter {
  const parts = Object.entries(auditFilter.shape).map(([name, schema]) => {
    const read = schema.safeParse(search[name]);
    return [name, read.success && read.data !== undefined ? read.data : undefined];
  });
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as AuditFilter;
}
