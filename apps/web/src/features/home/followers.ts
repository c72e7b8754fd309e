import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: ['home'] });

/** A draft saved elsewhere, or a finding that is settled, waits no longer. */
export const homeFollowers: Followers = {
  'drafts.changed': refresh,
  'intelligence.changed': refresh,
};
