import { useSyncExternalStore } from 'react';
import type { RunStore, TabRuns } from './run-store.ts';

export function useTabRuns(store: RunStore, tabId: string): TabRuns {
  return useSyncExternalStore(store.subscribe, () => store.of(tabId));
}
