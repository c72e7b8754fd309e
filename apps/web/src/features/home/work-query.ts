import { homeRoutes } from '@causeway/contract/home.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** What waits in a project: own drafts, and what was noticed about its databases. */
export function workQuery(projectId: string, language: string) {
  return queryOptions({
    queryKey: ['home', projectId, language],
    queryFn: ({ signal }) => {
      const query = { language: language === 'de' ? ('de' as const) : ('en' as const) };
      return api.call(homeRoutes.work, { params: { projectId }, query }, { signal });
    },
    // Home goes without it rather than wait.
    retry: false,
  });
}
