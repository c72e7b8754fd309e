import { useLocation, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { tablePath, type TableName } from './table-name.ts';
import { readView, viewToSearch, type TableView } from '@causeway/contract/tables/view.ts';

type ChangeView = (change: Partial<TableView>, options?: { replace?: boolean }) => void;

/** The view lives in the address, so going back takes a filter away again. */
export function useTableView(): { view: TableView; changeView: ChangeView } {
  const search = useSearch({ strict: false });
  const path = useLocation({ select: ({ publicHref }) => publicHref.split(/[?#]/)[0] ?? '' });
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const view = useMemo(() => readView(search), [search]);
  return {
    view,
    changeView: (change, options) =>
      openHref(withView(scopedHref(path), { ...view, ...change }), options),
  };
}

/** Addresses of tables, with what is to be seen of them. */
export function useTableHref(): (name: TableName, view?: Partial<TableView>) => string {
  const scopedHref = useScopedHref();
  return (name, view = {}) => withView(scopedHref(tablePath(name)), view);
}

function withView(href: string, view: Partial<TableView>): string {
  const search = viewToSearch(view);
  return search.size > 0 ? `${href}&${search}` : href;
}
