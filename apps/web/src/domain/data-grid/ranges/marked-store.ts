import { useState, useSyncExternalStore } from 'react';
import type { CellRange } from './cell-range.ts';

/** The marked cells, kept beside React: dragging over cells is not to draw the whole page again. */
export type MarkedStore<Marked = CellRange> = {
  get: () => Marked | undefined;
  set: (marked: Marked | undefined) => void;
  subscribe: (listener: () => void) => () => void;
};

export function useMarkedStore<Marked = CellRange>(): MarkedStore<Marked> {
  const [store] = useState(createMarkedStore<Marked>);
  return store;
}

export function useMarked<Marked>(store: MarkedStore<Marked>): Marked | undefined {
  return useSyncExternalStore(store.subscribe, store.get);
}

function createMarkedStore<Marked>(): MarkedStore<Marked> {
  let marked: Marked | undefined;
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
