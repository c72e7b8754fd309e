import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { invoice } from './stripe-things.ts';

type Thing = Record<string, unknown> & { id: string };

/** What the fake knows of a customer; tests write it, the product reads it. */
export type FakeBooks = {
  subscriptions: Thing[];
  invoices: Thing[];
  charges: Thing[];
  disputes: Thing[];
};

export type FakeStripe = {
  url: string;
  books: Map<string, FakeBooks>;
  /** What it was asked, in order: method, path and the form as it came. */
  asked: { method: string; path: string; form: URLSearchParams; key: string | undefined }[];
  prices: FakePrice[];
  /** How pages to pay stand. */
  sessions: Map<string, 'open' | 'complete' | 'expired'>;
  /** Whether it pays back. */
  refunds: { isRefusing: boolean };
  /** Whether a bank pays for more of a plan, or wants to be asked by its customer. */
  cards: { isDeclining: boolean; isAsking: boolean };
  /** Its customer answers: what waits for it is paid, and made. */
  confirm(customer: string): void;
  stop(): Promise<void>;
};

type FakePrice = {
  id: string;
  object: string;
  product: string;
  lookup_key: string | null;
  unit_amount: number;
  currency: string;
  recurring: { interval: string } | null;
};

const fakePrices: FakePrice[] = [
  {
    id: 'price_team',
    object: 'price',
    product: 'prod_team',
    lookup_key: 'causeway_team_seat',
    unit_amount: 1_200,
    currency: 'eur',
    recurring: { interval: 'month' },
  },
  {
    id: 'price_business',
    object: 'price',
    product: 'prod_business',
    lookup_key: 'causeway_business_seat',
    unit_amount: 3_000,
    currency: 'eur',
    recurring: { interval: 'month' },
  },
  {
    id: 'price_credit',
    object: 'price',
    product: 'prod_credit',
    lookup_key: 'causeway_credit',
    unit_amount: 1,
    currency: 'eur',
    recurring: null,
  },
];

/** Speaks Stripe's wire form, as much of it as the product uses: forms in, JSON out, pages of lists. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const books: FakeStripe['books'] = new Map();
  const prices = structuredClone(fakePrices);
  const asked: FakeStripe['asked'] = [];
  const sessions: FakeStripe['sessions'] = new Map();
  const refunds: FakeStripe['refunds'] = { isRefusing: false };
  const cards: FakeStripe['cards'] = { isDeclining: false, isAsking: false };
  let made = 0;

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function booksOf(query: URLSearchParams): FakeBooks | undefined {
    return books.get(query.get('customer') ?? '');
  }

  const findPlan = (isIt: (one: Thing) => boolean) =>
    [...books.values()].flatMap(({ subscriptions }) => subscriptions).find(isIt);

  /** From then on the books say so. */
  function end(id: string): Thing | undefined {
    const found = findPlan((subscription) => subscription.id === id);
    if (found) found['status'] = 'canceled';
    return found;
  }

  /** Nothing of it is changed yet, and an invoice is open that has a page of its own. */
  function wait(path: string, form: URLSearchParams): void {
    for (const one of books.values()) {
      const found = one.subscriptions.find(({ id }) => path.endsWith(`/${id}`));
      if (!found) continue;
      const quantity = Number(form.get('items[0][quantity]'));
      found['pending_update'] = { subscription_items: [{ quantity }] };
      const id = `in_waiting_${(made += 1)}`;
      one.invoices.unshift({
        ...invoice(id, 'open', [{ amount: 1_000 }]),
        hosted_invoice_url: `https://pay.example/${id}`,
      });
    }
  }

  function confirm(customer: string): void {
    const one = books.get(customer);
    const found = one?.subscriptions.find((subscription) => subscription['pending_update']);
    if (!one || !found) throw new Error('Nothing waits to be confirmed');
    const { subscription_items: items } = found['pending_update'] as {
      subscription_items: { quantity: number }[];
    };
    (found['items'] as { data: { quantity: number }[] }).data[0]!.quantity = items[0]!.quantity;
    found['pending_update'] = null;
    one.invoices = one.invoices.map((open) =>
      open.id.startsWith('in_waiting') ? invoice(open.id, 'paid', [{ amount: 1_000 }]) : open,
    );
  }

  /** A schedule is found at its subscription; what was planned is what the form says of its last phase. */
  function plan(path: string, form: URLSearchParams): unknown {
    const [, id, act] = /^\/v1\/subscription_schedules(?:\/(\w+))?(\/release)?$/.exec(path) ?? [];
    const isOf = (one: Thing) => (one['schedule'] as Thing | null)?.id === id;
    const found = findPlan((one) => (id ? isOf(one) : one.id === form.get('from_subscription')));
    if (!found) return undefined;
    const last = { price: form.get('phases[1][items][0][price]') };
    const quantity = Number(form.get('phases[1][items][0][quantity]'));
    const phases = [{ start_date: Number.MAX_SAFE_INTEGER, items: [{ ...last, quantity }] }];
    const schedule = { id: id ?? `sub_sched_${(made += 1)}`, object: 'subscription_schedule' };
    found['schedule'] = act ? null : { ...schedule, phases: id ? phases : [] };
    return schedule;
  }

  function answer(method: string, path: string, query: URLSearchParams): unknown {
    if (path === '/v1/prices') return page(pricesFor(prices, query), query);
    if (path === '/v1/subscriptions' && method === 'GET') {
      return page(booksOf(query)?.subscriptions ?? [], query);
    }
    const [, named] = /^\/v1\/subscriptions\/(\w+)$/.exec(path) ?? [];
    if (named !== undefined) {
      return method === 'DELETE' ? end(named) : findPlan(({ id }) => id === named);
    }
    if (path === '/v1/refunds') {
      return refunds.isRefusing ? undefined : { id: `re_${(made += 1)}`, object: 'refund' };
    }
    const paidFor = query.get('subscription');
    if (path === '/v1/invoices' && paidFor !== null) {
      const all = [...books.values()].flatMap(({ invoices }) => invoices);
      return page(
        all.filter(({ subscription }) => subscription === paidFor),
        query,
      );
    }
    if (path === '/v1/invoices') return page(booksOf(query)?.invoices ?? [], query);
    if (path === '/v1/charges') return page(booksOf(query)?.charges ?? [], query);
    if (path === '/v1/disputes') {
      const all = [...books.values()].flatMap(({ disputes }) => disputes);
      return page(
        all.filter(({ charge }) => charge === query.get('charge')),
        query,
      );
    }
    if (path === '/v1/customers') return { id: `cus_${(made += 1)}`, object: 'customer' };
    if (path === '/v1/checkout/sessions') {
      const id = `cs_${(made += 1)}`;
      sessions.set(id, 'open');
      return { id, object: 'checkout.session', url: 'https://pay.example/1' };
    }
    const [, session, act] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    if (session !== undefined) {
      const status = sessions.get(session);
      if (act !== undefined && status !== 'open') return undefined;
      if (act !== undefined) sessions.set(session, 'expired');
      return { id: session, object: 'checkout.session', status: sessions.get(session) };
    }
    if (path === '/v1/billing_portal/sessions') return { url: 'https://portal.example/1' };
    if (path.startsWith('/v1/invoices/')) {
      return { id: path.split('/').at(-1), invoice_pdf: `${url()}/file.pdf` };
    }
    if (path === '/file.pdf') return { file: 'of Stripe' };
    if (path.startsWith('/v1/charges/')) {
      const id = path.split('/').at(-1);
      for (const [customer, { charges }] of books) {
        if (charges.some((charge) => charge.id === id)) return { id, object: 'charge', customer };
      }
    }
    return undefined;
  }

  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += String(piece);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://fake');
    const method = request.method ?? 'GET';
    const key = request.headers['idempotency-key'];
    asked.push({
      method,
      path,
      form: new URLSearchParams(body),
      key: typeof key === 'string' ? key : undefined,
    });
    const form = new URLSearchParams(body);
    if (cards.isDeclining && form.has('payment_behavior')) {
      response.writeHead(402, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'card_error', code: 'card_declined' } }));
      return;
    }
    if (cards.isAsking && form.get('payment_behavior') === 'error_if_incomplete') {
      const error = { type: 'card_error', code: 'subscription_payment_intent_requires_action' };
      response.writeHead(402, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error }));
      return;
    }
    if (form.get('payment_behavior') === 'pending_if_incomplete') wait(path, form);
    const isPlan = path.startsWith('/v1/subscription_schedules');
    const found = isPlan ? plan(path, form) : answer(method, path, query);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        found ?? { error: { type: 'invalid_request_error', message: `No such thing: ${path}` } },
      ),
    );
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: url(),
    books,
    asked,
    prices,
    sessions,
    refunds,
    cards,
    confirm,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function pricesFor(prices: readonly FakePrice[], query: URLSearchParams): FakePrice[] {
  const product = query.get('product');
  return prices.filter((price) =>
    product === null ? price.lookup_key !== null : price.product === product,
  );
}

/** Two at a time, so that every list of more has pages. */
const PAGE = 2;

function page(things: readonly { id: string }[], query: URLSearchParams) {
  const after = query.get('starting_after');
  const from = after === null ? 0 : things.findIndex(({ id }) => id === after) + 1;
  const data = things.slice(from, from + PAGE);
  return { object: 'list', data, has_more: from + PAGE < things.length, url: '/' };
}
