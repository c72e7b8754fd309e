import type { Checkout, ProviderKind } from '@causeway/contract/billing/billing.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import { plans } from '@causeway/contract/plans.ts';
import type { Services } from '#platform/services.ts';
import { buyPlan, endPlan, livingOf, plan as planNext } from './test-books.ts';
import { actInBooks, hasBooks } from './test-provider.ts';

export type Payer = { accountId: string; email: string; name: string; language: 'en' | 'de' };
export type PlanWish = { plan: PlanId; seats: number };

/** Who takes the money. What was paid always comes back the same way: as a snapshot of its books. */
export type PaymentProvider = {
  kind: ProviderKind;
  /** Where a page is paid; null: in the product itself. */
  open(payer: Payer, checkout: Checkout, back?: 'billing' | 'onboarding'): Promise<string | null>;
  /** More at once, less when the month that is paid for ends; free is to cancel. */
  change(payer: Payer, wish: PlanWish): Promise<void>;
  /** At once: nobody is there any more who could use it, or end it. */
  end(accountId: string): Promise<void>;
  /** Looks again what it knows. */
  sync(accountId: string): Promise<void>;
  /** Closes a page that shall not be paid any more; true where it was paid meanwhile. */
  close(session: string): Promise<boolean>;
  /** The provider's own file of an invoice; null: it has none, and ours is drawn. */
  invoiceFile(reference: string): Promise<Buffer | null>;
  portalUrl(payer: Payer): Promise<string>;
};

/** Built in, for installations without a key of a real one: no money moves. */
export function createTestProvider({ db, credits }: Services): PaymentProvider {
  const { defaultPlan } = credits;
  return {
    kind: 'test',
    open: async () => null,
    change: async ({ accountId }, wish) => {
      await db.transaction((tx) =>
        actInBooks(tx, { accountId, defaultPlan }, (books) => {
          const living = livingOf(books);
          if (!living) throw new Failure('E_NOT_FOUND', 'There is no plan to change.');
          if (isMore(living, wish)) return buyPlan(books, { ...wish, plan: wish.plan }, new Date());
          const isSame = living.plan === wish.plan && living.seats === wish.seats;
          return planNext(books, isSame ? null : wish);
        }),
      );
    },
    end: async (accountId) => {
      await db.transaction((tx) => actInBooks(tx, { accountId, defaultPlan }, endPlan));
    },
    // What could not be booked when it was paid is booked now.
    sync: async (accountId) => {
      await db.transaction(async (tx) => {
        if (await hasBooks(tx, accountId)) {
          await actInBooks(tx, { accountId, defaultPlan }, (books) => books);
        }
      });
    },
    close: async () => false,
    invoiceFile: async () => null,
    portalUrl: async () => {
      throw new Failure('E_NOT_FOUND', 'The test provider keeps no card.');
    },
  };
}

type PaidWish = PlanWish & { plan: Exclude<PlanId, 'free'> };

/** Whether a change costs more than what there is: then it is paid for and had at once. */
export function isMore(now: PlanWish, wish: PlanWish): wish is PaidWish {
  const price = ({ plan, seats }: PlanWish) => plans[plan].centsASeat * seats;
  return wish.plan !== 'free' && price(wish) > price(now);
}
