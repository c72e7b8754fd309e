import { MOST_LABELS, tableLabelRoutes } from '@causeway/contract/tables/labels.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { api } from '#platform/api/api.ts';

export type Reference = TableDetails['foreignKeys'][number]['references'];

/**
 * What rows are called that foreign keys on screen point at. Cells ask for theirs when they are
 * drawn; those that ask soon after each other are answered by one call. A key is unknown, then asked
 * for, then known, with a label or without one.
 */
export type LabelStore = {
  /** Undefined while it is not known. */
  find: (key: string) => string | null | undefined;
  want: (key: string) => void;
  subscribe: (listener: () => void) => () => void;
};

type Load = (keys: string[]) => Promise<ReadonlyMap<string, string | null>>;

/** Cells that are drawn within this time of each other ask together … */
const GATHER_MS = 60;
/** … but nobody waits longer: rows that fly past ask seldom, and what arrives draws them seldom again. */
const LONGEST_WAIT_MS = 300;
/** Beyond this the ones seen longest ago are asked for again when they are needed. */
const MOST_KEPT = 20_000;

export function createLabelStore(load: Load): LabelStore {
  const known = new Map<string, string | null>();
  const asked = new Set<string>();
  let gathered: string[] = [];
  let gatheredSince = 0;
  let wantedAt = 0;
  const listeners = new Set<() => void>();

  async function ask(): Promise<void> {
    const wanted = gathered;
    const keys = wanted.slice(-MOST_LABELS);
    gathered = [];
    try {
      const labels = await load(keys);
      if (known.size > MOST_KEPT) known.clear();
      for (const key of keys) known.set(key, labels.get(key) ?? null);
      for (const listener of listeners) listener();
    } catch {
      // Without labels the keys are there to read; the next cell that needs one asks again.
    } finally {
      // Those asked for meanwhile wait for their own answer.
      for (const key of wanted) asked.delete(key);
    }
  }

  /** One timer for all that are gathered: a page of rows wants hundreds at once. */
  function wait(milliseconds: number): void {
    setTimeout(() => {
      const due = Math.min(wantedAt + GATHER_MS, gatheredSince + LONGEST_WAIT_MS);
      const left = due - performance.now();
      if (left > 0) wait(left);
      else void ask();
    }, milliseconds);
  }

  return {
    find: (key) => known.get(key),
    want: (key) => {
      if (known.has(key) || asked.has(key)) return;
      asked.add(key);
      gathered.push(key);
      wantedAt = performance.now();
      if (gathered.length > 1) return;
      gatheredSince = wantedAt;
      wait(GATHER_MS);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const stores = new Map<string, LabelStore>();

/** The key of a row in its store: the values of all columns of the reference. */
export function labelKey(values: readonly string[]): string {
  return JSON.stringify(values);
}

/** One store a reference, for as long as nobody asks for fresh rows. */
export function labelStoreOf(connectorId: string, reference: Reference): LabelStore {
  const { schema, table, columns } = reference;
  const name = JSON.stringify([connectorId, schema, table, columns]);
  const store = stores.get(name) ?? createLabelStore((keys) => load(connectorId, reference, keys));
  stores.set(name, store);
  return store;
}

export function forgetLabels(): void {
  stores.clear();
}

async function load(connectorId: string, reference: Reference, keys: string[]) {
  const { schema, table, columns } = reference;
  const { labelColumn, items } = await api.call(tableLabelRoutes.labels, {
    params: { table },
    body: {
      connector: { id: connectorId },
      schema,
      columns,
      keys: keys.map((key) => {
        const values = JSON.parse(key) as string[];
        return Object.fromEntries(columns.map((name, place) => [name, values[place] ?? '']));
      }),
    },
  });
  // A reference to the label itself says it already.
  if (labelColumn !== null && columns.includes(labelColumn)) {
    return new Map<string, string | null>();
  }
  return new Map(
    items.map(({ key, label }) => [labelKey(columns.map((name) => key[name] ?? '')), label]),
  );
}
