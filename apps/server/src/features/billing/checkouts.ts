import {
  CENTS_A_CREDIT,
  type Checkout,
  type CheckoutWish,
  type ProviderKind,
} from '@causeway/contract/billing/billing.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { plans } from '@causeway/contract/plans.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const columns = sql`id, provider, purpose, plan, seats, credits, cents, reference as url`;

type Page = { id: string; session: string };

/** Open pages of a provider for something else than what is wished for now: to be closed there first. */
export function listOtherPages(db: Db, accountId: string, wish: CheckoutWish): Promise<Page[]> {
  const isPlan = wish.purpose === 'plan';
  return listRows(
    db,
    sql`select id, session from billing_checkouts
        where account_id = ${accountId} and purpose = ${wish.purpose} and state = 'open'
          and session is not null
          and (plan, seats, credits) is distinct from (${isPlan ? wish.plan : null}::text,
            ${isPlan ? wish.seats : null}::int, ${isPlan ? null : wish.credits}::int)`,
  );
}

export async function findSession(db: Db, accountId: string, id: string): Promise<string | null> {
  const found = await findRow<{ session: string | null }>(
    db,
    sql`select session from billing_checkouts
        where id = ${id} and account_id = ${accountId} and state = 'open'`,
  );
  return found?.session ?? null;
}

/**
 * The open page for a purpose: the second click of two gets the first one's. One for something else
 * than what is wished for now is closed.
 */
export async function openCheckout(
  tx: Tx,
  accountId: string,
  { wish, provider }: { wish: CheckoutWish; provider: ProviderKind },
): Promise<Checkout> {
  const isPlan = wish.purpose === 'plan';
  const plan = isPlan ? wish.plan : null;
  const seats = isPlan ? wish.seats : null;
  const credits = isPlan ? null : wish.credits;
  const cents = isPlan ? plans[wish.plan].centsASeat * wish.seats : wish.credits * CENTS_A_CREDIT;
  await changeRows(
    tx,
    sql`update billing_checkouts set state = 'expired', ended_at = now()
        where account_id = ${accountId} and purpose = ${wish.purpose} and state = 'open'
          and (plan, seats, credits) is distinct from (${plan}::text, ${seats}::int, ${credits}::int)`,
  );
  await changeRows(
    tx,
    sql`insert into billing_checkouts (account_id, provider, purpose, plan, seats, credits, cents)
        values (${accountId}, ${provider}, ${wish.purpose}, ${plan}, ${seats}, ${credits}, ${cents})
        on conflict (account_id, purpose) where state = 'open' do nothing`,
  );
  const open = await findRow<Checkout>(
    tx,
    sql`select ${columns} from billing_checkouts
        where account_id = ${accountId} and purpose = ${wish.purpose} and state = 'open'`,
  );
  if (!open) throw new Failure('E_CHECKOUT_ENDED');
  return open;
}

/** Takes an open page: whoever comes second finds it ended. */
export async function endCheckout(
  tx: Tx,
  accountId: string,
  { id, state }: { id: string; state: 'paid' | 'expired' },
): Promise<Checkout> {
  const ended = await findRow<Checkout>(
    tx,
    sql`update billing_checkouts set state = ${state}, ended_at = now()
        where id = ${id} and account_id = ${accountId} and state = 'open' returning ${columns}`,
  );
  if (!ended) throw new Failure('E_CHECKOUT_ENDED');
  return ended;
}
