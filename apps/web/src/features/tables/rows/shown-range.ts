import { useState, useSyncExternalStore } from 'react';

/** Places of the first and last row on screen, from 0. */
export type ShownRange = { first: number; last: number };

export type RangeStore = {
  get: () => ShownRange;
  set: (range: ShownRange) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Often enough to be read, far less often than a scroll draws. */
const TELL_MS = 100;

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

export function createRangeStore(): RangeStore {
  // Until something is on screen nobody knows how much.
  let range: ShownRange = { first: 0, last: -1 };
  let told = range;
  let isTelling = false;
  const listeners = new Set<() => void>();
  function tell() {
    isTelling = told !== range;
    if (!isTelling) return;
    told = range;
    for (const listener of listeners) listener();
    setTimeout(tell, TELL_MS);
  }
  return {
    get: () => told,
    set: (next) => {
      if (next.first === range.first && next.last === range.last) return;
      range = next;
      if (!isTelling) tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
