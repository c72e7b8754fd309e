import { billingRoutes, type CheckoutWish } from '@causeway/contract/billing/billing.ts';
import { useMutation } from '@tanstack/react-query';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { api } from '#platform/api/api.ts';

/** Opens a page to pay: the provider's own, or the box of the test provider on this page. */
export function useCheckout() {
  return useMutation({
    mutationFn: (wish: CheckoutWish) => api.call(billingRoutes.checkout, { body: wish }),
    onSuccess: async ({ url }) => {
      if (url !== null) location.assign(url);
      else await refreshBilling();
    },
  });
}
