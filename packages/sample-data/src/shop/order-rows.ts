import { createRandom, type Random } from '../random.ts';
import { EMPLOYEES } from './employees.ts';
import type { OrderBook, OrderStatus } from './orders.ts';
import { money, timestamp, type Cell, type TableRows } from './rows.ts';

const HOUR = 3_600_000;

export function orderRows(book: OrderBook, anchor: Date): TableRows[] {
  return [
    {
      table: 'orders',
      columns: [
        'id',
        'customer_id',
        'status',
        'channel',
        'placed_at',
        'shipped_at',
        'delivered_at',
        'coupon_code',
        'subtotal',
        'discount',
        'shipping',
        'total',
        'handled_by',
        'note',
      ],
      count: book.count,
      rows: makeOrders(book, anchor.getTime()),
    },
    {
      table: 'order_items',
      columns: ['id', 'order_id', 'product_id', 'quantity', 'unit_price'],
      count: book.firstItem[book.count]!,
      rows: makeItems(book),
    },
  ];
}

const channels = ['web', 'web', 'web', 'app', 'app', 'marketplace'];
const notes = [
  'Please ring twice',
  'Bitte beim Nachbarn abgeben',
  'It is a gift 🎁',
  'Leave it behind\nthe blue bin',
  'Hinterhof, 3. Stock links',
];

function* makeOrders(book: OrderBook, now: number): Generator<Cell[]> {
  const random = createRandom('order details');
  const journeyOf = planJourneys(random);
  for (let index = 0; index < book.count; index += 1) {
    const placedAt = book.placedAt[index]!;
    const subtotal = book.subtotal[index]!;
    const discount = book.discount[index]!;
    const shipping = book.shipping[index]!;
    const latest = Math.max(now, placedAt);
    const journey = { status: book.status[index]!, placedAt, latest };
    const { shippedAt, deliveredAt } = journeyOf(journey);
    const byPhone = random.chance(0.03);
    yield [
      index + 1,
      book.customer[index]!,
      book.status[index]!,
      byPhone ? 'phone' : random.pick(channels),
      timestamp(placedAt),
      shippedAt === null ? null : timestamp(shippedAt),
      deliveredAt === null ? null : timestamp(deliveredAt),
      book.coupon[index]!,
      money(subtotal),
      money(discount),
      money(shipping),
      money(subtotal - discount + shipping),
      byPhone ? random.whole(8, EMPLOYEES) : null,
      random.chance(0.04) ? random.pick(notes) : null,
    ];
  }
}

type Begun = { status: OrderStatus; placedAt: number; latest: number };

/** One order in 5,000 arrives before it was sent, on every day alike: a clock somewhere is wrong. */
function planJourneys(random: Random) {
  let arrivals = 0;
  return ({ status, placedAt, latest }: Begun) => {
    const shippedAt = Math.min(placedAt + random.whole(8, 70) * HOUR, latest);
    const arrived = status === 'delivered' || status === 'returned';
    if (!arrived && status !== 'shipped') return { shippedAt: null, deliveredAt: null };
    if (!arrived) return { shippedAt, deliveredAt: null };
    arrivals += 1;
    const hours = arrivals % 5_000 === 0 ? -5 : random.whole(20, 140);
    return { shippedAt, deliveredAt: Math.min(shippedAt + hours * HOUR, latest) };
  };
}

function* makeItems(book: OrderBook): Generator<Cell[]> {
  const { product, quantity, cents } = book.items;
  for (let order = 0; order < book.count; order += 1) {
    for (let item = book.firstItem[order]!; item < book.firstItem[order + 1]!; item += 1) {
      yield [item + 1, order + 1, product[item]!, quantity[item]!, money(cents[item]!)];
    }
  }
}
