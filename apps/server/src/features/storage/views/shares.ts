import { Failure } from '@causeway/contract/errors.ts';
import { createShares } from '#platform/limits/shares.ts';

const refusals = {
  busy: () => new Failure('E_CONNECTOR_BUSY'),
  cancelled: () => new Failure('E_QUERY_CANCELLED'),
};

/**
 * Pictures that are made smaller, turned or cut: each is held in memory as a whole. A folder full of
 * them asks for all at once, so waiting is part of it.
 */
export const pictureShares = createShares({
  capacity: 3,
  perPerson: 2,
  patienceMs: 60_000,
  ...refusals,
});

/** Texts that are shown as tables: one thread makes them all, and a hard one keeps it for seconds. */
export const tableShares = createShares({
  capacity: 2,
  perPerson: 1,
  patienceMs: 15_000,
  ...refusals,
});

/** Zip files that are made while somebody fetches them, which takes as long as their line takes. */
export const zipShares = createShares({
  capacity: 12,
  perPerson: 2,
  patienceMs: 10_000,
  ...refusals,
});
