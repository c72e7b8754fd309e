import { createRandom, type Random } from '../random.ts';
import type { OrderBook, OrderStatus } from './orders.ts';
import { money, timestamp, type Cell, type TableRows } from './rows.ts';

const MINUTE = 60_000;

const methods = ['card', 'card', 'card', 'paypal', 'paypal', 'sepa', 'invoice', 'gift_card'];
const failures = ['card declined', 'insufficient funds', '3-D Secure timed out', 'expired card'];

export function paymentRows(book: OrderBook, anchor: Date): TableRows {
  return {
    table: 'payments',
    columns: [
      'id',
      'order_id',
      'method',
      'status',
      'amount',
      'fee',
      'reference',
      'failure',
      'created_at',
    ],
    count: Math.round(book.count * 1.03),
    rows: makePayments(book, anchor.getTime()),
  };
}

/** A payment an order, more when the first try failed, none for one in 3,000 that was delivered anyway. */
function* makePayments(book: OrderBook, now: number): Generator<Cell[]> {
  const random = createRandom('payments');
  let id = 0;
  let owed = 0;
  for (let order = 0; order < book.count; order += 1) {
    const status = book.status[order]!;
    if (status === 'pending') continue;
    owed += 1;
    if (owed % 3_000 === 0) continue;
    const cents = book.subtotal[order]! - book.discount[order]! + book.shipping[order]!;
    const method = methodOf(random, order / book.count);
    const placedAt = book.placedAt[order]!;
    const latest = Math.max(now, placedAt);
    let at = Math.min(placedAt + random.next() * 5 * MINUTE, latest);
    if (method === 'card' && random.chance(0.09)) {
      id += 1;
      const reason = random.pick(failures);
      yield [
        id,
        order + 1,
        method,
        'failed',
        money(cents),
        null,
        random.uuid(),
        reason,
        timestamp(at),
      ];
      at = Math.min(at + random.whole(1, 30) * MINUTE, latest);
    }
    id += 1;
    // Now and then the provider books a cent less: sums that nearly agree are the hardest to see.
    const booked = random.chance(0.0006) ? cents - 1 : cents;
    const fee = method === 'invoice' ? null : ((booked * 0.014 + 25) / 100).toFixed(4);
    yield [
      id,
      order + 1,
      method,
      paidStatus(status),
      money(booked),
      fee,
      random.uuid(),
      null,
      timestamp(at),
    ];
  }
}

/** Apple Pay was introduced half-way and grew since. */
function methodOf(random: Random, progress: number): string {
  const share = Math.max(0, progress - 0.5) * 0.5;
  return random.chance(share) ? 'apple_pay' : random.pick(methods);
}

function paidStatus(status: OrderStatus): string {
  if (status === 'cancelled' || status === 'returned') return 'refunded';
  return status === 'paid' || status === 'packed' ? 'authorized' : 'captured';
}
