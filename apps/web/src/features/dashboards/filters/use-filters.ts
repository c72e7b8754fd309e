import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import type { RunParameter } from '@causeway/contract/sql/queries.ts';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { parseSearch, stringifySearch, type SearchText } from '@causeway/contract/search-text.ts';
import {
  filterParameters,
  readFilters,
  withoutFilters,
  writeFilter,
  type FilterState,
} from '@causeway/contract/dashboard-filter-values.ts';

export type Filtering = {
  filters: readonly DashboardFilter[];
  state: FilterState;
  parameters: RunParameter[];
  /** One moment for the whole view: every tile means the same today. */
  now: Date;
};

/** The filters of a view live in its address: a reload, a link and going back keep them. */
export function useFilters(filters: readonly DashboardFilter[]) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const text = useLocation({ select: ({ searchStr }) => searchStr });
  const openHref = useOpenHref();
  const [now] = useState(() => new Date());
  const search = useMemo(() => parseSearch(text), [text]);
  const filtering = useMemo((): Filtering => {
    const state = readFilters(filters, search);
    return { filters, state, parameters: filterParameters(filters, state, now), now };
  }, [filters, search, now]);
  const open = (next: SearchText) => openHref(path + stringifySearch(next));
  return {
    filtering,
    set: (filter: DashboardFilter, value: string) => open(writeFilter(search, filter, value)),
    clear: () => open(withoutFilters(search)),
  };
}
