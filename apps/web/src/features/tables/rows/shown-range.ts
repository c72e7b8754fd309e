import { useState, useSyncExternalStore } from 'react';

/** Places of the first and last row on screen, from 0. */
export type ShownRange = { first: number; last: number };

export type RangeStore = {
  get: () => ShownRange;
  set: (range: ShownRange) => void;
  subscribe: (listener: () => void) => () => void;
};

/**
 * What is on screen changes with every frame of a scroll. It is kept beside React, so that only what
 * shows it is drawn again, and not the whole page.
 */
export function useRangeStore(): RangeStore {
  const [store] = useState(createRangeStore);
  return store;
}

export function useShownRange(store: RangeStore): ShownRange {
  return useSyncExternalStore(store.subscribe, store.get);
}

function createRangeStore(): RangeStore {
  // Until something is on screen nobody knows how much.
  let range: ShownRange = { first: 0, last: -1 };
  const listeners = new Set<() => void>();
  return {
    get: () => range,
    set: (next) => {
      if (next.first === range.first && next.last === range.last) return;
      range = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
