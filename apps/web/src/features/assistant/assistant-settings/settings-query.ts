import { assistantSettingsRoutes } from '@causeway/contract/assistant/settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export function settingsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['assistant', projectId, 'settings'],
    queryFn: ({ signal }) =>
      api.call(assistantSettingsRoutes.show, { params: { projectId } }, { signal }),
  });
}
