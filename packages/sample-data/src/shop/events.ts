import { createRandom, type Random } from '../random.ts';
import { spreadOver, timeOfDay, type Day } from './calendar.ts';
import type { Product } from './catalog.ts';
import { addressOnNet } from './customers.ts';
import type { OrderBook } from './orders.ts';
import { money, timestamp, type Cell, type TableRows } from './rows.ts';

/** About this share of all events are purchases. */
const PURCHASES = 0.026;

const SECOND = 1000;
const DAY = 86_400_000;

type Situation = {
  days: readonly Day[];
  products: readonly Product[];
  book: OrderBook;
  count: number;
};

/**
 * Visits: a visitor looks at pages, perhaps searches, fills a cart, checks out. A visit that ends in
 * a purchase ends with a real order of that day, at the moment the order was placed.
 */
export function eventRows(situation: Situation): TableRows {
  return {
    table: 'events',
    columns: [
      'id',
      'occurred_at',
      'kind',
      'session_id',
      'customer_id',
      'path',
      'payload',
      'ip',
      'device',
    ],
    count: situation.count,
    rows: makeEvents(situation),
  };
}

type Event = {
  at: number;
  kind: string;
  visit: Visit;
  path: string;
  payload: string;
};

type Visit = { session: string; customer: number | null; ip: string; device: string | null };

function* makeEvents({ days, products, book, count }: Situation): Generator<Cell[]> {
  const random = createRandom('events');
  const daily = spreadOver(days, count);
  let id = 0;
  for (const [index, day] of days.entries()) {
    const wanted = daily[index]!;
    const events: Event[] = [];
    let order = book.firstOfDay[index]!;
    const ordersEnd = book.firstOfDay[index + 1]!;
    // Only some orders have their visit here; steps spread these over the whole day.
    const step = Math.max(1, Math.floor((ordersEnd - order) / (wanted * PURCHASES)));
    while (events.length < wanted) {
      const buys = order < ordersEnd && random.chance(0.08);
      if (buys) addPurchase(events, { random, products, book, order, day });
      else addVisit(events, { random, products, book, order, day });
      if (buys) order += step;
    }
    events.length = wanted;
    events.sort((one, other) => one.at - other.at);
    for (const { at, kind, visit, path, payload } of events) {
      id += 1;
      const { session, customer, ip, device } = visit;
      yield [id, timestamp(at), kind, session, customer, path, payload, ip, device];
    }
  }
}

const devices = ['phone', 'phone', 'phone', 'desktop', 'desktop', 'tablet', null];
const searches = [
  'zelt',
  'tent',
  'rain jacket',
  'bike bag',
  'regenjacke',
  'gift',
  'schlafsack',
  '%',
];
const pages = ['/', '/', '/sale', '/about', '/help/returns', '/stores', '/blog/autumn-tours'];

function makeVisit(random: Random, customer: number | null): Visit {
  return {
    session: random.uuid(),
    customer,
    ip: addressOnNet(random),
    device: random.pick(devices),
  };
}

type Chance = {
  random: Random;
  products: readonly Product[];
  book: OrderBook;
  /** The next order of the day. */
  order: number;
  day: Day;
};

/** A visit that ends without an order: one in four fills a cart, and half of these check out. */
function addVisit(events: Event[], { random, products, book, order, day }: Chance): void {
  const known = order > 0 && random.chance(0.25);
  const visit = makeVisit(random, known ? book.customer[random.whole(0, order - 1)]! : null);
  let at = day.start + timeOfDay(random.next(), random.next());
  const later = () => {
    at = Math.min(at + random.whole(4, 180) * SECOND, day.start + DAY - SECOND);
    return at;
  };
  const length = 1 + Math.floor(7 * random.next() * random.next());
  for (let step = 0; step < length; step += 1) {
    events.push(browse(random, { at: later(), visit, products }));
  }
  if (!random.chance(0.25)) return;
  events.push(addToCart(random, { at: later(), visit, product: random.pickEarly(products) }));
  if (random.chance(0.45)) events.push(checkOut({ at: later(), visit }));
}

/** Steps towards an order, counted back from the moment it was placed; no visit led to the future. */
function addPurchase(events: Event[], { random, products, book, order, day }: Chance): void {
  const placedAt = book.placedAt[order]!;
  if (placedAt >= day.start + DAY) return;
  const visit = makeVisit(random, book.customer[order]!);
  const cents = book.subtotal[order]! - book.discount[order]! + book.shipping[order]!;
  const product = products[book.items.product[book.firstItem[order]!]! - 1] ?? products[0]!;
  const before = (most: number) => placedAt - random.whole(most / 2, most) * SECOND;
  events.push(
    browse(random, { at: before(700), visit, products }),
    addToCart(random, { at: before(300), visit, product }),
    checkOut({ at: before(90), visit }),
    {
      at: placedAt,
      kind: 'purchase',
      visit,
      path: '/checkout/done',
      payload: `{"orderId": ${order + 1}, "total": ${money(cents)}}`,
    },
  );
}

function checkOut({ at, visit }: { at: number; visit: Visit }): Event {
  return { at, kind: 'checkout', visit, path: '/checkout', payload: '{"step": "address"}' };
}

function addToCart(
  random: Random,
  { at, visit, product }: { at: number; visit: Visit; product: Product },
): Event {
  return {
    at,
    kind: 'add_to_cart',
    visit,
    path: `/p/${product.sku}`,
    payload: `{"productId": ${product.id}, "quantity": ${random.whole(1, 2)}}`,
  };
}

function browse(
  random: Random,
  { at, visit, products }: { at: number; visit: Visit; products: readonly Product[] },
): Event {
  const choice = random.next();
  if (choice < 0.12) {
    const words = random.pick(searches);
    const payload = `{"query": "${words}", "results": ${random.whole(0, 60)}}`;
    return { at, kind: 'search', visit, path: '/search', payload };
  }
  if (choice < 0.4) {
    return { at, kind: 'page_view', visit, path: random.pick(pages), payload: '{}' };
  }
  const product = random.pickEarly(products);
  const payload = `{"productId": ${product.id}, "referrer": "${random.pick(referrers)}"}`;
  return { at, kind: 'page_view', visit, path: `/p/${product.sku}`, payload };
}

const referrers = ['direct', 'direct', 'search engine', 'newsletter', 'social', 'partner'];
