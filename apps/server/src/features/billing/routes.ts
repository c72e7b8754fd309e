import { Readable } from 'node:stream';
import { type Billing, billingRoutes } from '@causeway/contract/billing/billing.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Actor } from '#platform/access/actor.ts';
import { accountOf, type OpenAccount, openAccount, setZone } from '#platform/credits/accounts.ts';
import { bringUpToDate } from '#platform/credits/book.ts';
import { capOf, setCap } from '#platform/credits/limits.ts';
import { closeAccount } from '#platform/credits/marks.ts';
import { changeRows, type Db, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { endCheckout, findSession, listOtherPages, openCheckout } from './checkouts.ts';
import { inWords, languageOf } from './invoice-words.ts';
import { listLines, writeLines } from './lines.ts';
import { readProjectCap } from './project-cap.ts';
import type { PaymentProvider } from './provider.ts';
import { findInvoice, listInvoices, showBilling } from './show.ts';
import { mountStaffBilling } from './staff-routes.ts';
import { mountSponsors } from './sponsor-routes.ts';
import type { SetSponsor } from './sponsors.ts';
import { type CountHeldRuns, readStanding } from './standing.ts';
import type { ListStored } from './storage-samples.ts';
import type { FindFate } from './sweep.ts';
import { buyCredits, buyPlan, dispute, refund, renew, winDispute } from './test-books.ts';
import { actInBooks } from './test-provider.ts';
import { defineBillingUpkeep } from './upkeep.ts';
import { readUsage, writeUsage } from './usage.ts';

type Parts = {
  provider: PaymentProvider;
  setSponsor: SetSponsor;
  findFate: FindFate;
  countHeldRuns: CountHeldRuns;
  /** Whatever keeps something for projects. */
  stored: readonly ListStored[];
};

/** TEAM-5, TEAM-9, TEAM-10: what somebody pays, for what, and what it was used for. */
export function mountBilling(mount: Mount, services: Services, parts: Parts): void {
  const { db: database, events, credits } = services;
  const { provider } = parts;
  const { defaultPlan } = credits;
  // Another payer may have more seats, or fewer.
  const setSponsor: SetSponsor = async (tx, projectId, userId) => {
    await parts.setSponsor(tx, projectId, userId);
    await credits.seatPeople(tx, projectId);
  };
  defineBillingUpkeep(services, { ...parts, setSponsor });
  mountStaffBilling(mount, services, provider);

  const myAccount = (db: Db, { user }: Actor) => accountOf(db, user.id, defaultPlan);

  async function changed(tx: Db, { user }: Pick<Actor, 'user'>): Promise<void> {
    await events.publish(tx, { userId: user.id }, { type: 'billing.changed' });
  }

  async function show(actor: Actor): Promise<Billing> {
    const accountId = await database.transaction(async (tx) => {
      const id = await myAccount(tx, actor);
      await onAccount(tx, id, async () => {});
      return id;
    });
    return showBilling(database, accountId, provider.kind);
  }

  async function payerOf(actor: Actor) {
    const { email, name } = actor.user;
    const language = await languageOf(database, actor.user.id);
    return { accountId: await myAccount(database, actor), email, name, language };
  }

  /** One that was paid a moment ago counts; then nothing else is opened or closed. */
  async function closePage(accountId: string, session: string): Promise<void> {
    if (!(await provider.close(session))) return;
    await provider.sync(accountId);
    throw new Failure('E_CHECKOUT_ENDED');
  }

  function requireTest(): void {
    if (provider.kind !== 'test') throw new Failure('E_NOT_FOUND');
  }

  mount('billing', billingRoutes, {
    show: ({ actor }) => show(actor),

    checkout: async ({ actor, body }) => {
      const payer = await payerOf(actor);
      for (const { session } of await listOtherPages(database, payer.accountId, body)) {
        await closePage(payer.accountId, session);
      }
      const opened = await database.transaction((tx) =>
        openCheckout(tx, payer.accountId, { wish: body, provider: provider.kind }),
      );
      const back = 'back' in body ? body.back : undefined;
      const url = opened.url ?? (await provider.open(payer, opened, back));
      return { ...opened, url };
    },

    pay: async ({ db, actor, params, body, record }) => {
      requireTest();
      if (body.outcome === 'decline') throw new Failure('E_PAYMENT_DECLINED');
      const accountId = await myAccount(db, actor);
      const paid = await endCheckout(db, accountId, { id: params.checkoutId, state: 'paid' });
      const { plan, seats, credits: bought, cents } = paid;
      await actInBooks(db, { accountId, defaultPlan }, (books) => {
        if (bought !== null) return buyCredits(books, bought, new Date());
        if (plan === null || plan === 'free') return books;
        return buyPlan(books, { plan, seats: seats ?? 1 }, new Date());
      });
      await record({ action: 'billing.paid', details: { plan, seats, credits: bought, cents } });
      await changed(db, actor);
      return showBilling(db, accountId, provider.kind);
    },

    abandon: async ({ db, actor, params }) => {
      const accountId = await myAccount(db, actor);
      const session = await findSession(db, accountId, params.checkoutId);
      if (session !== null) await closePage(accountId, session);
      await endCheckout(db, accountId, { id: params.checkoutId, state: 'expired' });
      return null;
    },

    change: async ({ actor, body, record }) => {
      await provider.change(await payerOf(actor), body);
      await database.transaction(async (tx) => {
        await record({ action: 'billing.plan-changed', details: body }, tx);
        await changed(tx, actor);
      });
      return show(actor);
    },

    sync: async ({ actor }) => {
      await provider.sync(await myAccount(database, actor));
      return show(actor);
    },

    portal: async ({ actor }) => ({ url: await provider.portalUrl(await payerOf(actor)) }),

    testAct: async ({ db, actor, body }) => {
      requireTest();
      const accountId = await myAccount(db, actor);
      const invoice = body.invoiceId && (await findInvoice(db, accountId, body.invoiceId));
      if (body.act !== 'nextMonth' && !invoice) throw new Failure('E_NOT_FOUND');
      const reference = invoice ? invoice.reference : '';
      const acts = { refund, dispute, winDispute } as const;
      await actInBooks(db, { accountId, defaultPlan }, (books) =>
        body.act === 'nextMonth' ? renew(books, new Date()) : acts[body.act](books, reference),
      );
      await changed(db, actor);
      return showBilling(db, accountId, provider.kind);
    },

    setCap: async ({ db, actor, body, record }) => {
      const accountId = await myAccount(db, actor);
      const cap = capOf(body.cap);
      await onAccount(db, accountId, (account) =>
        setCap(db, account, { scope: 'account', scopeId: accountId, cap }),
      );
      await record({ action: 'billing.cap-set', details: { cap: body.cap } });
      await changed(db, actor);
      return showBilling(db, accountId, provider.kind);
    },

    setZone: async ({ db, actor, body }) => {
      const accountId = await myAccount(db, actor);
      await setZone(db, accountId, body.zone);
      await changed(db, actor);
      return showBilling(db, accountId, provider.kind);
    },

    projectCap: ({ db, actor }) =>
      readProjectCap(db, { projectId: actor.project.id, userId: actor.user.id }),

    setProjectCap: async ({ db, actor, body, record }) => {
      const { id: projectId } = actor.project;
      const asking = { projectId, userId: actor.user.id };
      if (!(await readProjectCap(db, asking)).mayChange) {
        throw new Failure('E_FORBIDDEN', 'Whoever pays for the project sets its cap.');
      }
      const cap = capOf(body.cap);
      await onAccount(db, await myAccount(db, actor), (account) =>
        setCap(db, account, { scope: 'project', scopeId: projectId, cap }),
      );
      await record({ action: 'billing.cap-set', details: { cap: body.cap } });
      await changed(db, actor);
      return readProjectCap(db, asking);
    },

    setBuyer: async ({ db, actor, body }) => {
      const accountId = await myAccount(db, actor);
      await changeRows(
        db,
        sql`insert into billing_addresses (account_id, details)
            values (${accountId}, ${JSON.stringify(body)})
            on conflict (account_id) do update set details = excluded.details`,
      );
      await changed(db, actor);
      return showBilling(db, accountId, provider.kind);
    },

    invoices: async ({ db, actor }) => {
      const language = await languageOf(db, actor.user.id);
      const list = await listInvoices(db, await myAccount(db, actor));
      return list.map((invoice) => inWords(invoice, language));
    },

    invoiceFile: async ({ db, actor, params }) => {
      const invoice = await findInvoice(db, await myAccount(db, actor), params.invoiceId);
      if (!invoice) throw new Failure('E_NOT_FOUND');
      const theirs =
        invoice.provider === provider.kind ? await provider.invoiceFile(invoice.reference) : null;
      // What draws takes much memory, and few ask for it.
      const draw = async () => {
        const { drawInvoice } = await import('./invoice-pdf.ts');
        return drawInvoice(invoice, await languageOf(db, actor.user.id));
      };
      const content = theirs ?? (await draw());
      return file(`${invoice.number}.pdf`, 'application/pdf', [content]);
    },

    ledger: async ({ db, actor, query: { cursor, limit } }) => {
      const [before = null] = readCursor(cursor, ['bigint']);
      const rows = await listLines(db, await myAccount(db, actor), { before, limit: limit + 1 });
      return toPage(rows, limit, ({ seq }) => [seq]);
    },

    ledgerFile: async ({ db, actor }) =>
      file('credits.csv', CSV, writeLines(db, await myAccount(db, actor))),

    standing: ({ db, actor }) =>
      readStanding(db, { projectId: actor.project.id, userId: actor.user.id }, parts.countHeldRuns),

    ...mountSponsors({ services, setSponsor, changed }),
  });

  mount('usage', usageRoutes, {
    mine: async ({ db, actor, query }) => {
      const accountId = await myAccount(db, actor);
      const { plan, seats } = await showBilling(db, accountId, provider.kind);
      const of = { accountId, userId: actor.user.id };
      return readUsage(db, { of, month: query.month, plan, seats });
    },
    mineFile: async ({ db, actor, query }) => {
      const accountId = await myAccount(db, actor);
      const of = { accountId, userId: actor.user.id };
      return file('usage.csv', CSV, [await writeUsage(db, of, query.month)]);
    },
    project: ({ db, actor, query }) =>
      readUsage(db, {
        of: { projectId: actor.project.id },
        month: query.month,
        plan: null,
        seats: 1,
      }),
    projectFile: async ({ db, actor, query }) => {
      const of = { projectId: actor.project.id };
      return file('usage.csv', CSV, [await writeUsage(db, of, query.month)]);
    },
  });
}

const CSV = 'text/csv; charset=utf-8';

function file(name: string, type: string, body: Iterable<unknown> | AsyncIterable<unknown>) {
  return {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
    body: Readable.from(body, { objectMode: false }),
  };
}

/** With the account locked and up to date. */
async function onAccount(
  tx: Tx,
  accountId: string,
  work: (account: OpenAccount) => Promise<void>,
): Promise<void> {
  const account = await openAccount(tx, accountId);
  await bringUpToDate(tx, account, new Date());
  await work(account);
  await closeAccount(tx, account);
}
