import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** How one gets in here, and who may open an account. */
export const signInMethods = queryOptions({
  queryKey: ['sign-in methods'],
  queryFn: ({ signal }) => api.call(signInRoutes.methods, undefined, { signal }),
  staleTime: Infinity,
});
