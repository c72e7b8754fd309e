import { staffLostFactorRoutes } from '@causeway/contract/auth/lost-factors.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export const lostFactorsQuery = queryOptions({
  queryKey: ['staff', 'lost-factors'],
  queryFn: ({ signal }) => api.call(staffLostFactorRoutes.list, undefined, { signal }),
});
