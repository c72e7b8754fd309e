import type { SeenColumn } from '../catalog/picture.ts';
import { isTime } from './source.ts';

export type TimePair = { first: SeenColumn; second: SeenColumn };

/** What happens in which order, by the verbs of column names. */
const order: readonly (readonly string[])[] = [
  ['created', 'requested'],
  [
    'placed',
    'ordered',
    'opened',
    'started',
    'start',
    'begin',
    'begins',
    'hired',
    'queued',
    'booked',
  ],
  ['confirmed', 'accepted', 'answered', 'paid', 'approved', 'assigned'],
  ['packed', 'picked'],
  ['shipped', 'sent', 'dispatched'],
  ['delivered', 'received', 'solved', 'resolved'],
  ['finished', 'completed', 'ended', 'end', 'ends', 'closed', 'left'],
];
const placeOf = new Map(
  order.flatMap((words, place) => words.map((word) => [word, place] as const)),
);
const ending = /_(at|on|date|time|ts|timestamp)$/i;
const MOST_PAIRS = 12;

/** Pairs of times of which one has to come first; each with the one that follows it next. */
export function timePairs(columns: readonly SeenColumn[]): TimePair[] {
  const placed = columns
    .filter((column) => isTime(column) && !column.isGenerated)
    .flatMap((column) => {
      const word = column.name.toLowerCase().replace(ending, '');
      const place = placeOf.get(word);
      return place === undefined ? [] : [{ column, place }];
    })
    .toSorted((one, other) => one.place - other.place);
  return placed
    .flatMap(({ column: first, place }) => {
      const later = placed.filter((one) => one.place > place && one.column.base === first.base);
      return later.map(({ column: second }) => ({ first, second }));
    })
    .slice(0, MOST_PAIRS);
}
