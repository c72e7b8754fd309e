import { useEffect, useSyncExternalStore } from 'react';
import type { RunStore, TabRuns } from './run-store.ts';

const LOOK_MS = 10_000;

export function useTabRuns(store: RunStore, tabId: string): TabRuns {
  return useSyncExternalStore(store.subscribe, () => store.of(tabId));
}

/** While a transaction is open the server is told that somebody looks; leaving rolls it back. */
export function useOpenTransactions(store: RunStore): void {
  useEffect(() => {
    const timer = setInterval(() => void store.look(), LOOK_MS);
    const leave = () => {
      for (const { tabId } of store.openTransactions()) {
        store.end(tabId, 'rollback', { isLeaving: true }).catch(() => undefined);
      }
    };
    globalThis.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('pagehide', leave);
      leave();
    };
  }, [store]);
}
