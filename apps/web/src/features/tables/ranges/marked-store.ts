import { useState, useSyncExternalStore } from 'react';
import type { CellRange } from './cell-range.ts';

/** The marked cells, kept beside React: dragging over cells is not to draw the whole page again. */
export type MarkedStore = {
  get: () => CellRange | undefined;
  set: (range: CellRange | undefined) => void;
  subscribe: (listener: () => void) => () => void;
};

export function useMarkedStore(): MarkedStore {
  const [store] = useState(createMarkedStore);
  return store;
}

export function useMarked(store: MarkedStore): CellRange | undefined {
  return useSyncExternalStore(store.subscribe, store.get);
}

function createMarkedStore(): MarkedStore {
  let marked: CellRange | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => marked,
    set: (next) => {
      marked = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
