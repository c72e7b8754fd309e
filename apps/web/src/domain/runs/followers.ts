import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';
import { runsKey } from './runs-query.ts';

export const runFollowers: Followers = {
  'runs.changed': ({ projectId }) =>
    queryClient.invalidateQueries({ queryKey: runsKey(projectId) }),
};
