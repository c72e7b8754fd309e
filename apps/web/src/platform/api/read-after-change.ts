import type { Query, QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Reads under way that began before a change, and are followed by one more. */
const owed = new WeakSet<Query>();

/**
 * Reads again what changed. Changes may come faster than reads end, so a read under way goes on; it
 * may be older than the change, so another follows it.
 */
export async function readAfterChange(...keys: QueryKey[]): Promise<void> {
  const changed = keys.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }));
  await Promise.all(changed.map((query) => readOne(query)));
}

async function readOne(query: Query): Promise<void> {
  if (query.state.fetchStatus === 'fetching') {
    if (owed.has(query)) return;
    owed.add(query);
    // Whoever asked for it hears how it ended; here it only has to be over.
    await query.promise?.catch(() => undefined);
    owed.delete(query);
  }
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
