import type { Filter } from '@causeway/contract/tables/filters.ts';
import { useState } from 'react';
import type { OpenFilter } from './filter-chips.tsx';
import type { FilterGroup } from './filter-tree.ts';

/**
 * Edits of filters that were not applied. A form can be closed at any time, by a click beside it too,
 * and opens again as it was left. There is one for each filter, one for all of them together, and one
 * for each column a new filter was begun with.
 */
export function useFilterDrafts(filters: Filter[]) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, FilterGroup>>(new Map());

  function keyOf({ place, column }: OpenFilter): string {
    if (typeof place === 'number') return `filter ${JSON.stringify(filters[place])}`;
    if (place === 'all') return 'all';
    return column === undefined ? (listNew().at(-1) ?? NEW) : `${NEW}${column}`;
  }

  /** What was begun as a new filter, the last edited one at the end. */
  function listNew(): string[] {
    return [...drafts.keys()].filter((key) => key.startsWith(NEW));
  }

  return {
    find: (form: OpenFilter) => drafts.get(keyOf(form)),
    has: (place: OpenFilter['place']) =>
      place === 'new' ? listNew().length > 0 : drafts.has(keyOf({ place })),
    /** Undefined once nothing is left to apply. */
    keep: (form: OpenFilter, draft: FilterGroup | undefined) => {
      const next = new Map(drafts);
      next.delete(keyOf(form));
      if (draft) next.set(keyOf(form), draft);
      setDrafts(next);
    },
  };
}

const NEW = 'new ';
