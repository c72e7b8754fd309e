import type { IncomingHttpHeaders } from 'node:http';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { stripeRoutes } from '@causeway/contract/billing/stripe.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { readUpTo } from '#platform/bytes/read-up-to.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { keepEvent } from './customers.ts';
import { expireOldPages, listCustomers } from './pages.ts';
import type { StripeProvider } from './stripe-provider.ts';

const LARGEST_EVENT = 1_000_000;
const TOLERANCE_SECONDS = 300;

/**
 * Where Stripe tells that something happened. An event is a hint: its id is kept, and that its
 * customer is to be looked at, in one transaction; what is true is asked of Stripe itself.
 */
export function mountStripe(
  mount: Mount,
  services: Services,
  provider: StripeProvider | undefined,
): void {
  const { db, jobs, env } = services;
  const secrets = (env.STRIPE_WEBHOOK_SECRET ?? '').split(',').filter(Boolean);
  const sync = {
    name: 'billing.stripe-sync',
    data: z.object({ customer: z.string() }),
    retries: 20,
    run: async ({ customer }: { customer: string }): Promise<void> => {
      const isTaken = await provider?.syncCustomer(customer);
      if (isTaken === false) await jobs.enqueue(db, sync, { customer });
    },
  };
  if (provider) defineLooks(services, sync);

  mount('stripe', stripeRoutes, {
    receive: async ({ body, headers }) => {
      if (!provider) throw new Failure('E_NOT_FOUND');
      const event = verify(provider, secrets, await readUpTo(body, LARGEST_EVENT), headers);
      if (event.livemode !== provider.isLive) throw new Failure('E_WEBHOOK_SIGNATURE');
      const customer = await customerIn(provider.stripe, event);
      await db.transaction(async (tx) => {
        const { id, type, created } = event;
        await keepEvent(tx, { id, type, created, customer });
        if (customer !== null) await jobs.enqueue(tx, sync, { customer });
      });
      return { received: true as const };
    },
  });
}

type SyncJob = Parameters<Services['jobs']['define']>[0];

/** Reads may lag behind events, and events may never come: so it is looked at again, and every night. */
function defineLooks({ db, jobs }: Services, sync: SyncJob): void {
  jobs.define(sync);
  const look = async (which: 'recent' | 'all') => {
    for (const customer of await listCustomers(db, which)) {
      await jobs.enqueue(db, sync, { customer });
    }
  };
  const data = z.object({});
  jobs.define({
    name: 'billing.stripe-again',
    data,
    schedule: '37 * * * *',
    run: async () => {
      await expireOldPages(db);
      await look('recent');
    },
  });
  jobs.define({
    name: 'billing.stripe-nightly',
    data,
    schedule: '23 3 * * *',
    run: () => look('all'),
  });
}

/** On the bytes as they came, with any of two secrets, and neither old nor from the future. */
export function verify(
  { stripe }: Pick<StripeProvider, 'stripe'>,
  secrets: readonly string[],
  body: Buffer,
  headers: IncomingHttpHeaders,
): Stripe.Event {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') throw new Failure('E_WEBHOOK_SIGNATURE');
  const [, stamp] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? [];
  const distance = Math.abs(Date.now() / 1_000 - Number(stamp));
  if (!(distance <= TOLERANCE_SECONDS)) throw new Failure('E_WEBHOOK_SIGNATURE');
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
    } catch {
      // Any error is one: it was not signed with this secret, or is no event.
    }
  }
  throw new Failure('E_WEBHOOK_SIGNATURE');
}

/** Whom it is about. Refunds and disputes only name a charge, which knows. */
async function customerIn(stripe: Stripe, event: Stripe.Event): Promise<string | null> {
  const object = event.data.object as {
    id?: string;
    object?: string;
    customer?: unknown;
    charge?: unknown;
  };
  if (object.object === 'customer') return object.id ?? null;
  const named = idOf(object.customer);
  if (named !== null) return named;
  const charge = idOf(object.charge);
  if (charge === null) return null;
  return idOf((await stripe.charges.retrieve(charge)).customer);
}

function idOf(what: unknown): string | null {
  if (typeof what === 'string') return what;
  const id = (what as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
}
