import { dashboardMarkRoutes } from '@causeway/contract/dashboards/pictures.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** How dashboards looked when they were seen last. Apart from their list, which every page loads. */
export function picturesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['dashboards', projectId, 'pictures'],
    queryFn: ({ signal }) =>
      api.call(dashboardMarkRoutes.pictures, { params: { projectId } }, { signal }),
    // Taken with every visit: what was seen a moment ago is on the list when it is opened.
    staleTime: 0,
  });
}
