import { Failure } from '@causeway/contract/errors.ts';
import { createShares } from '#platform/limits/shares.ts';

/** A result that has come to this many bytes needs a place to go on; until it has one, it waits. */
export const LARGE_BYTES = 2 * 1024 * 1024;

/** What is large is held in memory until it is answered or refused, so few are at once. */
export const largeResults = createShares({
  capacity: 2,
  perPerson: 1,
  // The statement's own clock runs on meanwhile.
  patienceMs: 30_000,
  busy: () => new Failure('E_CONNECTOR_BUSY'),
  cancelled: () => new Failure('E_QUERY_CANCELLED'),
});

/** What is read of a result before others have their turn: about a millisecond's work. */
export const SLICE_BYTES = 256 * 1024;

const waiting: (() => void)[] = [];

/**
 * One slice of all results in each round of the event loop, however many there are: whoever waits
 * for something small waits for one slice, not for one of each.
 */
export function takeTurn(go: () => void): void {
  waiting.push(go);
  if (waiting.length === 1) setImmediate(next);
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
