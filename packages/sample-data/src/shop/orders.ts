import { createRandom, type Random } from '../random.ts';
import { spreadOver, timeOfDay, type Day } from './calendar.ts';
import type { Product } from './catalog.ts';
import type { Coupon } from './coupons.ts';
import type { CustomerBase } from './customers.ts';

const DAY = 86_400_000;

/** Products that orders mention and the catalog lost. */
const LOST_PRODUCT = 90_001;

/**
 * All orders, column by column: payments, events, reviews and tickets refer to them. Row i is the
 * order with id i + 1; its items are those from firstItem[i] up to firstItem[i + 1].
 */
export type OrderBook = {
  count: number;
  placedAt: Float64Array;
  customer: Int32Array;
  status: OrderStatus[];
  coupon: (string | null)[];
  subtotal: Float64Array;
  discount: Float64Array;
  shipping: Float64Array;
  firstItem: Int32Array;
  items: { product: Int32Array; quantity: Int32Array; cents: Float64Array };
  /** The first order of each day, and one past the last. */
  firstOfDay: Int32Array;
};

export type OrderStatus =
  | 'pending'
  | 'paid'
  | 'packed'
  | 'shipped'
  | 'delivered'
  | 'returned'
  | 'cancelled';

type Situation = {
  days: readonly Day[];
  customers: CustomerBase;
  products: readonly Product[];
  coupons: readonly Coupon[];
};

export function planOrders(count: number, situation: Situation): OrderBook {
  const random = createRandom('orders');
  const book = emptyBook(count, situation.days.length);
  const daily = spreadOver(situation.days, count);
  let order = 0;
  let item = 0;
  for (const [index, day] of situation.days.entries()) {
    book.firstOfDay[index] = order;
    for (const placedAt of timesWithin(random, day, daily[index]!)) {
      book.placedAt[order] = placedAt;
      book.customer[order] = pickCustomer(random, situation.customers, placedAt);
      item = addItems(random, book, { order, item, products: situation.products });
      price(random, book, { order, coupons: situation.coupons });
      book.status.push(statusAfter(situation.days.at(-1)!.start + DAY - placedAt, random));
      order += 1;
    }
  }
  book.firstOfDay[situation.days.length] = order;
  book.firstItem[order] = item;
  plantOddOrders(book, situation.days.at(-1)!.start);
  return book;
}

function emptyBook(count: number, days: number): OrderBook {
  const mostItems = count * 4;
  return {
    count,
    placedAt: new Float64Array(count),
    customer: new Int32Array(count),
    status: [],
    coupon: [],
    subtotal: new Float64Array(count),
    discount: new Float64Array(count),
    shipping: new Float64Array(count),
    firstItem: new Int32Array(count + 1),
    items: {
      product: new Int32Array(mostItems),
      quantity: new Int32Array(mostItems),
      cents: new Float64Array(mostItems),
    },
    firstOfDay: new Int32Array(days + 1),
  };
}

function timesWithin(random: Random, day: Day, count: number): Float64Array {
  const times = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    times[index] = day.start + timeOfDay(random.next(), random.next());
  }
  return times.toSorted();
}

/** Someone who had signed up by then; every seventh customer is a regular and orders more often. */
function pickCustomer(random: Random, customers: CustomerBase, at: number): number {
  const known = countUpTo(customers.signedUpAt, at);
  const any = Math.floor(random.next() * known);
  const regular = any - (any % 7);
  return 1 + (random.chance(0.35) ? regular : any);
}

function countUpTo(times: Float64Array, at: number): number {
  let low = 1;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addItems(
  random: Random,
  book: OrderBook,
  from: { order: number; item: number; products: readonly Product[] },
): number {
  book.firstItem[from.order] = from.item;
  let next = from.item;
  let subtotal = 0;
  do {
    const product = pickProduct(random, from.products);
    const quantity = product.cents < 4000 ? random.whole(1, 3) : 1;
    book.items.product[next] = random.chance(0.0004) ? LOST_PRODUCT : product.id;
    book.items.quantity[next] = quantity;
    book.items.cents[next] = product.cents;
    subtotal += quantity * product.cents;
    next += 1;
  } while (next - from.item < 4 && random.chance(0.52));
  book.subtotal[from.order] = subtotal;
  return next;
}

/** Bestsellers come first in the catalog; what is dear is often only looked at. */
function pickProduct(random: Random, products: readonly Product[]): Product {
  const liked = random.pickEarly(products);
  return liked.cents > 15_000 && random.chance(0.75) ? random.pickEarly(products) : liked;
}

function price(
  random: Random,
  book: OrderBook,
  { order, coupons }: { order: number; coupons: readonly Coupon[] },
): void {
  const subtotal = book.subtotal[order]!;
  const placedAt = book.placedAt[order]!;
  book.shipping[order] = subtotal > 10_000 ? 0 : 490;
  book.coupon.push(null);
  if (!random.chance(0.11)) return;
  const valid = coupons.filter((coupon) => coupon.from <= placedAt && placedAt < coupon.to);
  if (valid.length === 0) return;
  const coupon = random.pick(valid);
  const off = coupon.cents ?? Math.round((subtotal * (coupon.percent ?? 0)) / 100);
  book.coupon[order] = coupon.code;
  book.discount[order] = Math.min(off, subtotal);
}

/** Old orders have arrived one way or another, young ones are on their way. */
function statusAfter(age: number, random: Random): OrderStatus {
  const fate = random.next();
  if (fate < 0.045) return 'cancelled';
  const days = age / DAY;
  if (days < 1) return fate < 0.3 ? 'pending' : 'paid';
  if (days < 2.5) return fate < 0.5 ? 'paid' : 'packed';
  if (days < 6) return fate < 0.85 ? 'shipped' : 'packed';
  // Some orders never moved on: they are worth finding.
  if (fate > 0.9985) return 'pending';
  return fate < 0.11 && days > 14 ? 'returned' : 'delivered';
}

/** One order of a million, and a few that claim to come from the future. */
function plantOddOrders(book: OrderBook, lastDay: number): void {
  const million = Math.floor(book.count * 0.71);
  const item = book.firstItem[million]!;
  for (let next = item; next < book.firstItem[million + 1]!; next += 1) {
    book.items.cents[next] = 0;
  }
  book.items.cents[item] = 100_000_000;
  book.items.quantity[item] = 1;
  book.subtotal[million] = 100_000_000;
  book.discount[million] = 0;
  book.shipping[million] = 0;
  book.coupon[million] = null;
  for (const [index, share] of [0.31, 0.52, 0.77, 0.93].entries()) {
    book.placedAt[Math.floor(book.count * share)] = lastDay + (200 + index * 97) * DAY;
  }
}
