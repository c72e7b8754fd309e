import { fileGroups, searchOrders } from '@causeway/contract/storage/bucket-index.ts';
import type { SearchWish } from './index-query.ts';

/** What a link to a search restores; what can not be read of it is left out. */
export function readWish(search: Readonly<Record<string, unknown>>): SearchWish {
  const [order, direction] = String(search['by'] ?? '').split(':');
  return {
    text: typeof search['q'] === 'string' ? search['q'] : '',
    order: searchOrders.find((known) => known === order) ?? 'match',
    descending: direction === 'desc',
    group: fileGroups.find((known) => known === search['group']),
  };
}

export function wishToSearch({ text, order, descending, group }: SearchWish): URLSearchParams {
  const search = new URLSearchParams();
  if (text !== '') search.set('q', text);
  if (order !== 'match') search.set('by', `${order}:${descending ? 'desc' : 'asc'}`);
  if (group) search.set('group', group);
  return search;
}
