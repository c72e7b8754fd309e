import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const securityKey = ['security'];
export const sessionsKey = ['sessions'];
export const accountActsKey = ['account acts'];

export const securityFollowers: Followers = {
  'user.changed': async () => {
    await queryClient.invalidateQueries({ queryKey: securityKey });
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
    await queryClient.invalidateQueries({ queryKey: accountActsKey });
  },
};
