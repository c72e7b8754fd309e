import { accountRoutes } from '@causeway/contract/account.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { exportsKey } from './exports-followers.ts';

export const exportsQuery = queryOptions({
  queryKey: exportsKey,
  queryFn: ({ signal }) => api.call(accountRoutes.listExports, undefined, { signal }),
});
