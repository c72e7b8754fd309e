import type { Stripe } from 'stripe';
import type { PlanId } from '@causeway/contract/plans.ts';

type PaidPlan = Exclude<PlanId, 'free'>;

/** Prices are found by these keys, so that an operator makes them once, in test and in earnest. */
export const lookupKeys: Record<PaidPlan | 'credits', string> = {
  team: 'causeway_team_seat',
  business: 'causeway_business_seat',
  credits: 'causeway_credit',
};

export type StripePrices = {
  idOf(what: PaidPlan | 'credits'): string;
  whatIs(priceId: string | null): PaidPlan | 'credits' | undefined;
};

/** Read once; one that is missing is said by its key. */
export async function readPrices(stripe: Stripe): Promise<StripePrices> {
  const ids = new Map<string | null, string>();
  const wanted = { lookup_keys: Object.values(lookupKeys), limit: 100 };
  for await (const { lookup_key: key, id } of stripe.prices.list(wanted)) ids.set(key, id);
  const names = new Map(
    (Object.keys(lookupKeys) as (keyof typeof lookupKeys)[]).map((what) => [
      ids.get(lookupKeys[what]),
      what,
    ]),
  );
  return {
    idOf: (what) => {
      const id = ids.get(lookupKeys[what]);
      if (id === undefined) throw new Error(`Stripe has no price '${lookupKeys[what]}'`);
      return id;
    },
    whatIs: (priceId) => (priceId === null ? undefined : names.get(priceId)),
  };
}
