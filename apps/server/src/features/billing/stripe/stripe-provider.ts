import { Stripe } from 'stripe';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { applySnapshot } from '../apply.ts';
import { isMore, type Payer, type PaymentProvider, type PlanWish } from '../provider.ts';
import type { Surplus } from '../snapshot.ts';
import {
  drawTicket,
  findReference,
  findSubscription,
  keepReference,
  takeTicket,
} from './customers.ts';
import { findPriceFaults } from './price-faults.ts';
import { readPrices, type StripePrices } from './prices.ts';
import { settlePages } from './pages.ts';
import { nextOf, readSnapshot } from './read-snapshot.ts';

export type StripeProvider = PaymentProvider & {
  stripe: Stripe;
  isLive: boolean;
  /** What is missing or other than we say, in words; asked when the product starts. */
  checkPrices(): Promise<string[]>;
  /** Looks what Stripe knows of a customer and makes it so here; false where a later look was quicker. */
  syncCustomer(customer: string): Promise<boolean>;
};

const FILE_MS = 20_000;

type Settings = { key: string; apiUrl: string | undefined };

/** Stripe is the till: it sells plans and credits. What is spent is decided here. */
export function createStripeProvider(
  { db, env, credits, logger }: Services,
  { key, apiUrl }: Settings,
): StripeProvider {
  const stripe = new Stripe(key, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(apiUrl !== undefined && placeOf(apiUrl)),
  });
  const back = `${env.publicUrl}/account/billing`;
  let known: Promise<StripePrices> | undefined;
  const prices = () => {
    known ??= readPrices(stripe).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  async function customerOf({ accountId, email, name, language }: Payer): Promise<string> {
    const found = await findReference(db, accountId);
    if (found !== undefined) return found;
    const made = await stripe.customers.create(
      // Its invoices and mails are in this language.
      { email, name, preferred_locales: [language], metadata: { account: accountId } },
      { idempotencyKey: `customer:${accountId}` },
    );
    await keepReference(db, accountId, made.id);
    return made.id;
  }

  async function syncCustomer(customer: string): Promise<boolean> {
    const drawn = await drawTicket(db, customer);
    if (!drawn) return true;
    const snapshot = await readSnapshot(stripe, await prices(), customer);
    const { accountId, ticket } = drawn;
    const wanted = await db.transaction(async (tx) => {
      if (!(await takeTicket(tx, customer, ticket))) return undefined;
      const { defaultPlan } = credits;
      return applySnapshot(tx, { accountId, provider: 'stripe', defaultPlan }, snapshot);
    });
    if (!wanted) return false;
    for (const surplus of wanted.surplus) await giveUp(surplus);
    return true;
  }

  /**
   * Bought twice: what the later one cost is paid back, and it is cancelled. In this order: as long as
   * it lives it is found again, and so what failed halfway is done by the next look. Of one that had
   * ended and was paid after all, only that.
   */
  async function giveUp({ reference, revivedAt }: Surplus): Promise<void> {
    logger.warn({ subscription: reference }, 'a second subscription is cancelled and refunded');
    const since = revivedAt === null ? 0 : Date.parse(revivedAt) / 1_000;
    for await (const invoice of stripe.invoices.list({
      subscription: reference,
      status: 'paid',
      limit: 100,
      expand: ['data.payments'],
    })) {
      if ((invoice.status_transitions.paid_at ?? since) < since) continue;
      for (const { payment } of invoice.payments?.data ?? []) {
        const intent = payment.payment_intent;
        const id = typeof intent === 'string' ? intent : intent?.id;
        if (id !== undefined) await payBack(id);
      }
    }
    await stripe.subscriptions.cancel(reference, {}, { idempotencyKey: `surplus:${reference}` });
  }

  async function payBack(payment: string): Promise<void> {
    try {
      const idempotencyKey = `surplus:${payment}`;
      await stripe.refunds.create({ payment_intent: payment }, { idempotencyKey });
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== 'charge_already_refunded') throw error;
    }
  }

  /** The one that counts here: beside it there may be an older one that was not paid and is over. */
  async function livingOf(customer: string, accountId: string): Promise<Stripe.Subscription> {
    const expand = ['data.schedule'];
    const { data } = await stripe.subscriptions.list({ customer, limit: 10, expand });
    const counting = await findSubscription(db, accountId);
    const [oldest] = data.toSorted((one, other) => one.created - other.created);
    const living = data.find(({ id }) => id === counting) ?? oldest;
    if (!living) throw new Failure('E_NOT_FOUND', 'There is no plan to change.');
    return living;
  }

  async function change(payer: Payer, wish: PlanWish): Promise<void> {
    const customer = await customerOf(payer);
    const found = await prices();
    const living = await livingOf(customer, payer.accountId);
    const [item] = living.items.data;
    const plan = found.whatIs(item?.price.id ?? null);
    if (!item || !plan || plan === 'credits') throw new Failure('E_NOT_FOUND');
    const now = { plan, seats: item.quantity ?? 1 };
    const planned = nextOf(living, item, found);
    if (living.schedule !== null) {
      const { schedule } = living;
      await stripe.subscriptionSchedules.release(
        typeof schedule === 'string' ? schedule : schedule.id,
      );
    }
    if (wish.plan === 'free') {
      await stripe.subscriptions.update(living.id, { cancel_at_period_end: true });
    } else if (isMore(now, wish)) {
      const more = { id: item.id, price: found.idOf(wish.plan), quantity: wish.seats };
      await stripe.subscriptions
        .update(living.id, {
          cancel_at_period_end: false,
          items: [more],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        })
        .catch(async (error: unknown) => {
          const keepsLess = planned !== null && planned.plan !== 'free';
          if (isToConfirm(error) && !keepsLess) return waitForPayment(living, more);
          // What was planned for the end of the period stays planned: also where the bank asks, since
          // nobody may answer it, and Stripe then drops the change without a word.
          const isDeclined = error instanceof Stripe.errors.StripeCardError;
          if (isDeclined && planned && planned.plan !== 'free') {
            await scheduleLess(living, item, found.idOf(planned.plan), planned.seats);
          }
          throw error;
        });
    } else {
      await stripe.subscriptions.update(living.id, { cancel_at_period_end: false });
      const isSame = now.plan === wish.plan && now.seats === wish.seats;
      if (!isSame) await scheduleLess(living, item, found.idOf(wish.plan), wish.seats);
    }
    await syncCustomer(customer);
  }

  /**
   * Made once its invoice is paid, and dropped a day later if it is not. The invoice has the page where
   * the bank is answered. Stripe takes no more along than the items: a plan that ends with its month
   * still does until that is taken back.
   */
  async function waitForPayment(
    living: Stripe.Subscription,
    more: { id: string; price: string; quantity: number },
  ): Promise<void> {
    await stripe.subscriptions.update(living.id, {
      items: [more],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
  }

  /** From the end of the period that is paid for. */
  async function scheduleLess(
    living: Stripe.Subscription,
    item: Stripe.SubscriptionItem,
    price: string,
    seats: number,
  ): Promise<void> {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: living.id });
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          start_date: item.current_period_start,
          end_date: item.current_period_end,
          items: [{ price: item.price.id, quantity: item.quantity ?? 1 }],
        },
        { items: [{ price, quantity: seats }] },
      ],
    });
  }

  return {
    kind: 'stripe',
    stripe,
    checkPrices: () => findPriceFaults(stripe),
    isLive: key.includes('_live_'),
    syncCustomer,
    open: async (payer, { id, purpose, plan, seats, credits: bought }, comesBack) => {
      const customer = await customerOf(payer);
      const found = await prices();
      const isNew = comesBack === 'onboarding';
      const returns = isNew ? `${env.publicUrl}/onboarding?step=payment&` : `${back}?`;
      const isPlan = purpose === 'plan' && plan !== null && plan !== 'free';
      const session = await stripe.checkout.sessions.create(
        {
          customer,
          mode: isPlan ? 'subscription' : 'payment',
          line_items: [
            isPlan
              ? { price: found.idOf(plan), quantity: seats ?? 1 }
              : { price: found.idOf('credits'), quantity: bought ?? 0 },
          ],
          ...(!isPlan && { invoice_creation: { enabled: true } }),
          automatic_tax: { enabled: true },
          tax_id_collection: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
          client_reference_id: id,
          success_url: `${returns}paid=${id}`,
          cancel_url: returns.slice(0, -1),
        },
        { idempotencyKey: `checkout:${id}` },
      );
      await changeRows(
        db,
        sql`update billing_checkouts set reference = ${session.url}, session = ${session.id}
            where id = ${id}`,
      );
      return session.url;
    },
    change: (payer, wish) => change(payer, wish).catch(asDeclined),
    end: async (accountId) => {
      const customer = await findReference(db, accountId);
      if (customer === undefined) return;
      for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 })) {
        await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `gone:${id}` });
      }
      await syncCustomer(customer);
    },
    sync: async (accountId) => {
      const customer = await findReference(db, accountId);
      if (customer !== undefined) await syncCustomer(customer);
      await settlePages(db, stripe, accountId);
    },
    close: async (session) => {
      try {
        await stripe.checkout.sessions.expire(session);
        return false;
      } catch (error) {
        // It is not open any more: paid, or over by itself.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return (await stripe.checkout.sessions.retrieve(session)).status === 'complete';
      }
    },
    invoiceFile: async (reference) => {
      const { invoice_pdf: url } = await stripe.invoices.retrieve(reference);
      if (!url) return null;
      const answer = await fetch(url, { signal: AbortSignal.timeout(FILE_MS) });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    },
    portalUrl: async (payer) => {
      const customer = await customerOf(payer);
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: back });
      return url;
    },
  };
}

function placeOf(apiUrl: string) {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return {
    host,
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    ...(port !== '' && { port: Number(port) }),
  };
}

const confirmingCodes = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'payment_intent_action_required',
  'subscription_payment_intent_requires_action',
]);

/** Not declined: the bank asks whoever pays, which nobody can answer from here. */
function isToConfirm(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeCardError)) return false;
  const { code = '', decline_code: reason } = error;
  return confirmingCodes.has(code) || confirmingCodes.has(reason);
}

function asDeclined(error: unknown): never {
  if (error instanceof Stripe.errors.StripeCardError) throw new Failure('E_PAYMENT_DECLINED');
  throw error;
}
