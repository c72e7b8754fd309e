import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import type { AskingTile } from '@causeway/contract/dashboards/dashboards.ts';
import type { PickedMark } from '@causeway/contract/drawing/picked-mark.ts';
import type { RunParameter } from '@causeway/contract/sql/queries.ts';
import {
  filterParameters,
  missingFilters,
  readCross,
  readFilters,
  toggleCross,
  withoutCross,
  withoutFilters,
  writePick,
  type CrossFilters,
  type FilterPick,
  type FilterState,
} from '@causeway/contract/dashboards/filter-values.ts';
import { parseSearch, stringifySearch, type SearchText } from '@causeway/contract/search-text.ts';
import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useMoment } from './use-moment.ts';

export type Filtering = {
  filters: readonly DashboardFilter[];
  state: FilterState;
  parameters: RunParameter[];
  /** What clicks narrowed the view to. */
  cross: CrossFilters;
  /** As everybody sees it who opens the dashboard. */
  isInitial: boolean;
  /** Filters that have to have a value and have none: nothing is asked before. */
  missing: DashboardFilter[];
  /** One moment and one zone for the whole view: every tile means the same today. */
  now: Date;
  zone: string;
};

/** The filters of a view live in its address: a reload, a link and going back keep them. */
export function useFilters(filters: readonly DashboardFilter[], zone: string) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const text = useLocation({ select: ({ searchStr }) => searchStr });
  const openHref = useOpenHref();
  const { now, renew } = useMoment(zone);
  const search = useMemo(() => parseSearch(text), [text]);
  const filtering = useMemo((): Filtering => {
    const state = readFilters(filters, search);
    const keys = Object.keys(search);
    return {
      filters,
      state,
      parameters: filterParameters(filters, state, now, zone),
      cross: readCross(search),
      isInitial: !keys.some((key) => key.startsWith('f.') || key.startsWith('x.')),
      missing: missingFilters(filters, state),
      now,
      zone,
    };
  }, [filters, search, now, zone]);
  const open = (next: SearchText) => openHref(path + stringifySearch(next));
  return {
    filtering,
    /** What is read again from here on counts its days from now. */
    renew,
    tabId: [search.tab].flat().at(-1),
    openTab: (id: string) => open({ ...search, tab: id }),
    set: (filter: DashboardFilter, pick: FilterPick) => open(writePick(search, filter, pick)),
    /** A click sets the filter of the same name; without one it narrows what has that column. */
    pick: ({ id, click = 'filter' }: AskingTile, mark: PickedMark) => {
      if (click !== 'filter') return;
      const next = mark.reduce((before, { column, pick }) => {
        const filter = filters.find(({ slug }) => slug === column.toLowerCase());
        if (!filter) return toggleCross(before, `${column}@${id}`, pick);
        const isSame = JSON.stringify(filtering.state.picks[filter.slug]) === JSON.stringify(pick);
        return writePick(before, filter, isSame ? { values: [], isEmpty: false } : pick);
      }, search);
      open(next);
    },
    uncross: () => open(withoutCross(search)),
    clear: () => open(withoutFilters(search)),
  };
}
