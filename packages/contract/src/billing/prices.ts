import { creditsToUnits, toUnits, type Units } from './units.ts';

/** Everything that is counted. */
export const meters = [
  'ai.input',
  'ai.cached',
  'ai.output',
  'compute.ms',
  'workflow.run',
  'workflow.step',
  'export.row',
  'storage.byte_day',
] as const;
export type Meter = (typeof meters)[number];

/** Who answers: the operator's model costs credits, a model somebody brings or the built-in none. */
export type ModelOwner = 'ours' | 'own';

type Price = {
  id: string;
  meter: Meter;
  model?: ModelOwner;
  /** How much is had for `credits`. */
  per: bigint;
  credits: string;
  from: string;
};

const MILLION = 1_000_000n;
const GIGABYTE = 1_000_000_000n;

/**
 * What things cost, from when on. Entries are added, never changed: lines of the ledger name them,
 * and a test knows those that have been in force.
 */
export const prices: readonly Price[] = [
  {
    id: 'ai.input:1',
    meter: 'ai.input',
    model: 'ours',
    per: MILLION,
    credits: '300',
    from: '2026-01-01',
  },
  {
    id: 'ai.cached:1',
    meter: 'ai.cached',
    model: 'ours',
    per: MILLION,
    credits: '30',
    from: '2026-01-01',
  },
  {
    id: 'ai.output:1',
    meter: 'ai.output',
    model: 'ours',
    per: MILLION,
    credits: '1500',
    from: '2026-01-01',
  },
  {
    id: 'ai.input:own',
    meter: 'ai.input',
    model: 'own',
    per: MILLION,
    credits: '0',
    from: '2026-01-01',
  },
  {
    id: 'ai.cached:own',
    meter: 'ai.cached',
    model: 'own',
    per: MILLION,
    credits: '0',
    from: '2026-01-01',
  },
  {
    id: 'ai.output:own',
    meter: 'ai.output',
    model: 'own',
    per: MILLION,
    credits: '0',
    from: '2026-01-01',
  },
  { id: 'compute.ms:1', meter: 'compute.ms', per: 60_000n, credits: '0.5', from: '2026-01-01' },
  { id: 'workflow.run:1', meter: 'workflow.run', per: 1n, credits: '0.05', from: '2026-01-01' },
  { id: 'workflow.step:1', meter: 'workflow.step', per: 1n, credits: '0.005', from: '2026-01-01' },
  { id: 'export.row:1', meter: 'export.row', per: 100_000n, credits: '1', from: '2026-01-01' },
  {
    id: 'storage.byte_day:1',
    meter: 'storage.byte_day',
    per: GIGABYTE,
    credits: '0.07',
    from: '2026-01-01',
  },
];

const priceById = new Map(prices.map((price) => [price.id, price]));

export type Priced = { meter: Meter; at: Date; model?: ModelOwner };

/** The price that was in force when the work began. */
export function priceOf({ meter, at, model }: Priced, list: readonly Price[] = prices): string {
  const day = at.toISOString().slice(0, 10);
  const found = list
    .filter((price) => price.meter === meter && price.model === model && price.from <= day)
    .reduce<Price | undefined>(
      (best, price) => (best && best.from > price.from ? best : price),
      undefined,
    );
  if (!found) throw new Error(`Nothing was asked for ${meter} on ${day}`);
  return found.id;
}

/** What so much costs: the price times the quantity, rounded down to a unit, once. */
export function costOf(priceId: string, quantity: bigint): Units {
  const price = priceById.get(priceId);
  if (!price) throw new Error(`No such price: ${priceId}`);
  return toUnits((quantity * creditsToUnits(price.credits)) / price.per);
}

/** How much of something so many credits pay for; what costs nothing has no end. */
export function quantityFor(priceId: string, units: Units): bigint {
  const price = priceById.get(priceId);
  if (!price) throw new Error(`No such price: ${priceId}`);
  const asked = creditsToUnits(price.credits);
  return asked === 0n ? BigInt(Number.MAX_SAFE_INTEGER) : (units * price.per) / asked;
}

/**
 * What more of the same costs, after `before` of it was charged: by the difference of the totals, so
 * that any way to cut the same work into pieces costs the same.
 */
export function costOfMore(priceId: string, before: bigint, more: bigint): Units {
  return toUnits(costOf(priceId, before + more) - costOf(priceId, before));
}
