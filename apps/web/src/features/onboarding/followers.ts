import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const onboardingFollowers: Followers = {
  'onboarding.changed': () => queryClient.invalidateQueries({ queryKey: ['onboarding'] }),
};
