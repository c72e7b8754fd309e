import type { Stripe } from 'stripe';
import type { PlanId } from '@causeway/contract/plans.ts';

type PaidPlan = Exclude<PlanId, 'free'>;

/** Prices are found by these keys, so that an operator makes them once, in test and in earnest. */
export const lookupKeys: Record<PaidPlan | 'credits', string> = {
  team: 'causeway_team_seat',
  business: 'causeway_business_seat',
  credits: 'causeway_credit',
};

const kinds = Object.keys(lookupKeys) as (PaidPlan | 'credits')[];

export type StripePrices = {
  idOf(what: PaidPlan | 'credits'): string;
  whatIs(priceId: string | null): PaidPlan | 'credits' | undefined;
};

/**
 * Read once; one that is missing is said by its key. Where a key was moved to a new price, those who
 * booked before go on with the old one of the same product, and it is known for what it is.
 */
export async function readPrices(stripe: Stripe): Promise<StripePrices> {
  const ids = new Map<string | null, string>();
  const products = new Map<string, (PaidPlan | 'credits')[]>();
  const wanted = { lookup_keys: Object.values(lookupKeys), limit: 100 };
  for await (const { lookup_key: key, id, product } of stripe.prices.list(wanted)) {
    ids.set(key, id);
    const productId = typeof product === 'string' ? product : product.id;
    const what = kinds.find((one) => lookupKeys[one] === key);
    if (what) products.set(productId, [...(products.get(productId) ?? []), what]);
  }
  const names = new Map<string | undefined, PaidPlan | 'credits'>();
  for (const [product, [what, ...others]] of products) {
    // One product for several says nothing of what its older prices were for.
    if (!what || others.length > 0) continue;
    for await (const { id } of stripe.prices.list({ product, limit: 100 })) names.set(id, what);
  }
  for (const what of kinds) names.set(ids.get(lookupKeys[what]), what);
  return {
    idOf: (what) => {
      const id = ids.get(lookupKeys[what]);
      if (id === undefined) throw new Error(`Stripe has no price '${lookupKeys[what]}'`);
      return id;
    },
    whatIs: (priceId) => (priceId === null ? undefined : names.get(priceId)),
  };
}
