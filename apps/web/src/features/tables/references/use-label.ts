import { useEffect, useSyncExternalStore } from 'react';
import { labelStoreOf, type Reference } from './label-store.ts';

/** What the row is called that a reference leads to; undefined until it is known, null where it has no name. */
export function useLabel(
  connectorId: string,
  reference: Reference,
  value: string,
): string | null | undefined {
  const store = labelStoreOf(connectorId, reference);
  const label = useSyncExternalStore(store.subscribe, () => store.find(value));
  useEffect(() => {
    if (label === undefined) store.want(value);
  }, [store, value, label]);
  return label;
}
