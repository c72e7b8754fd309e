import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { api } from '#platform/api/api.ts';

/** Back from the provider's page: it is asked what was paid, rather than waited for its word. */
export function useReturn(): boolean {
  const { paid } = useSearch({ strict: false }) as { paid?: unknown };
  const { isLoading } = useQuery({
    queryKey: ['billing-return', paid],
    queryFn: async () => {
      await api.call(billingRoutes.sync, undefined);
      await refreshBilling();
      return true;
    },
    enabled: typeof paid === 'string',
    staleTime: Infinity,
  });
  return isLoading;
}
