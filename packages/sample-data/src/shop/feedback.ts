import { createRandom, type Random } from '../random.ts';
import { opinions, questions } from '../words/opinions.ts';
import type { CustomerBase } from './customers.ts';
import { EMPLOYEES } from './employees.ts';
import type { OrderBook } from './orders.ts';
import { arrayOf, timestamp, type Cell, type TableRows } from './rows.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

type Situation = { book: OrderBook; customers: CustomerBase; products: number; now: number };

/** Reviews of one order in eight, tickets about one in sixteen. */
export function feedbackRows(situation: Situation): TableRows[] {
  return [
    {
      table: 'reviews',
      columns: [
        'id',
        'product_id',
        'customer_id',
        'rating',
        'title',
        'body',
        'language',
        'helpful_votes',
        'created_at',
      ],
      count: Math.round(situation.book.count / 8),
      rows: makeReviews(situation),
    },
    {
      table: 'support_tickets',
      columns: [
        'id',
        'customer_id',
        'order_id',
        'subject',
        'body',
        'status',
        'priority',
        'labels',
        'assignee_id',
        'opened_at',
        'answered_at',
        'solved_at',
        'satisfaction',
      ],
      count: Math.round(situation.book.count / 16),
      rows: makeTickets(situation),
    },
  ];
}

function* makeReviews({ book, customers, products, now }: Situation): Generator<Cell[]> {
  const random = createRandom('reviews');
  let id = 0;
  for (let order = 3; order < book.count; order += 8) {
    const product = book.items.product[book.firstItem[order]!]!;
    const at = book.placedAt[order]! + random.between(5, 40) * DAY;
    if (at > now || product > products) continue;
    id += 1;
    const customer = book.customer[order]!;
    const language = customers.language[customer - 1]!;
    const rating = ratingOf(random, product);
    const words = opinions[language][rating - 1]!;
    const silent = random.chance(0.12);
    yield [
      id,
      product,
      customer,
      rating,
      silent ? null : random.pick(words.titles),
      silent ? null : `${random.pick(words.openings)} ${random.pick(words.details)}`,
      language,
      Math.floor(40 * random.next() ** 6),
      timestamp(at),
    ];
  }
}

/** Most products are liked; some are plainly bad, which a chart by product shows. */
function ratingOf(random: Random, product: number): number {
  const liking = product % 41 === 7 ? 2.1 : 4.1 + ((product * 7) % 10) / 20;
  return Math.max(1, Math.min(5, Math.round(liking + random.bell() * 0.9)));
}

function* makeTickets({ book, now }: Situation): Generator<Cell[]> {
  const random = createRandom('tickets');
  let id = 0;
  for (let order = 5; order < book.count; order += 16) {
    const openedAt = book.placedAt[order]! + random.between(0.1, 20) * DAY;
    if (openedAt > now) continue;
    id += 1;
    const question = random.pick(questions);
    const answeredAt = openedAt + (1 + 30 * random.next() ** 3) * HOUR;
    const solvedAt = answeredAt + 90 * random.next() ** 2 * HOUR;
    const solved = solvedAt < now && !random.chance(0.02);
    const answered = answeredAt < now && (solved || !random.chance(0.3));
    yield [
      id,
      book.customer[order]!,
      question.label === 'privacy' ? null : order + 1,
      question.subject,
      question.body,
      statusOf(random, { answered, solved }),
      random.pick(['low', 'normal', 'normal', 'normal', 'high', 'urgent']),
      arrayOf(random.chance(0.2) ? [question.label, 'repeat'] : [question.label]),
      assigneeOf(random, id),
      timestamp(openedAt),
      answered ? timestamp(answeredAt) : null,
      solved ? timestamp(solvedAt) : null,
      solved && random.chance(0.45) ? random.pick([1, 2, 3, 4, 4, 5, 5, 5]) : null,
    ];
  }
}

/** A rule that nobody remembers gives three of ten tickets to the same person. */
function assigneeOf(random: Random, id: number): number | null {
  const assignee = random.chance(0.07) ? null : random.whole(8, EMPLOYEES);
  return id % 10 < 3 ? 8 : assignee;
}

function statusOf(random: Random, { answered, solved }: { answered: boolean; solved: boolean }) {
  if (solved) return random.chance(0.8) ? 'closed' : 'solved';
  return answered ? 'waiting' : 'open';
}
