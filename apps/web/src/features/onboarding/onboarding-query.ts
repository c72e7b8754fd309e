import { onboardingRoutes, type Onboarding } from '@causeway/contract/onboarding.ts';
import type { RouteInput } from '@causeway/contract/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => api.call(onboardingRoutes.show, undefined, { signal }),
  staleTime: Infinity,
});

type Change = Omit<RouteInput<typeof onboardingRoutes.save>['body'], 'version'>;

/**
 * Two tabs of one person change different things; who did not hear of the other reads again and
 * says it once more.
 */
export async function saveOnboarding(change: Change): Promise<Onboarding> {
  const { version } = await queryClient.ensureQueryData(onboardingQuery);
  const saved = await send(version, change).catch(async (error: unknown) => {
    if (!isErrorBody(error) || error.code !== 'E_VERSION_CONFLICT') throw error;
    const current = await queryClient.fetchQuery({ ...onboardingQuery, staleTime: 0 });
    return send(current.version, change);
  });
  queryClient.setQueryData(onboardingQuery.queryKey, saved);
  return saved;
}

function send(version: number, change: Change): Promise<Onboarding> {
  return api.call(onboardingRoutes.save, { body: { version, ...change } });
}
