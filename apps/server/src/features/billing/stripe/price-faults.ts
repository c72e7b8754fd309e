import type { Logger } from 'pino';
import type { Stripe } from 'stripe';
import { CENTS_A_CREDIT } from '@causeway/contract/billing/billing.ts';
import { plans } from '@causeway/contract/plans.ts';
import { lookupKeys } from './prices.ts';

/** Told when the product starts: an operator hears of it before a customer does. It starts all the same. */
export async function tellPriceFaults(
  { checkPrices }: { checkPrices(): Promise<string[]> },
  logger: Logger,
): Promise<void> {
  try {
    for (const fault of await checkPrices()) logger.error(fault);
  } catch (error) {
    logger.warn({ err: error }, 'prices at Stripe could not be checked');
  }
}

/** What a page of ours says has to be what Stripe asks for: by key, amount, currency and month. */
export async function findPriceFaults(stripe: Stripe): Promise<string[]> {
  const found = new Map<string | null, Stripe.Price>();
  const wanted = { lookup_keys: Object.values(lookupKeys), limit: 100 };
  for await (const price of stripe.prices.list(wanted)) found.set(price.lookup_key, price);
  return (Object.keys(lookupKeys) as (keyof typeof lookupKeys)[]).flatMap((what) => {
    const key = lookupKeys[what];
    const price = found.get(key);
    if (!price) return [`Stripe has no price '${key}'`];
    const cents = what === 'credits' ? CENTS_A_CREDIT : plans[what].centsASeat;
    const every = what === 'credits' ? undefined : 'month';
    const isRight =
      price.unit_amount === cents &&
      price.currency === 'eur' &&
      price.recurring?.interval === every;
    const should = `${cents} euro cents${every ? ' a month' : ', once'}`;
    return isRight ? [] : [`Stripe's price '${key}' is not ${should}`];
  });
}
