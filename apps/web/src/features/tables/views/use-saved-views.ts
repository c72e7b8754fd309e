import type { SavedView } from '@causeway/contract/tables/saved-views.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TableColumns } from '../table-columns.ts';
import {
  ALL_ROWS,
  definitionOf,
  isBare,
  readDefinition,
  type TableView,
} from '@causeway/contract/tables/view.ts';
import type { TableSource } from '../use-table-source.ts';
import { useTableView } from '../use-table-view.ts';
import { viewsQuery } from './views-query.ts';

export type SavedViews = {
  all: SavedView[];
  defaultId: string | null;
  current: SavedView | undefined;
  /** Something differs from how the current view was saved. */
  isChanged: boolean;
  /** What would be saved now. */
  definition: string;
  open: (view: SavedView | undefined) => void;
  /** Names what is on screen without changing it. */
  name: (view: SavedView) => void;
};

/**
 * Saved views of the table. An address that says nothing opens the default view; one that names a view
 * and nothing else is filled in with what the view says.
 */
export function useSavedViews(source: TableSource, columns: TableColumns): SavedViews {
  const { view, changeView } = useTableView();
  const { data } = useQuery(viewsQuery(source));
  const all = data?.views ?? [];
  const defaultId = data?.defaultId ?? null;
  const current = all.find(({ id }) => id === view.saved);
  const definition = definitionOf(withColumns(view, columns));
  const pending = isBare(view)
    ? all.find(({ id }) => id === defaultId)
    : isBare({ ...view, saved: undefined })
      ? current
      : undefined;

  useEffect(() => {
    if (pending && pending.definition !== '') {
      changeView({ ...readDefinition(pending.definition), saved: pending.id }, { replace: true });
    }
    // Once for what the address said, not for every way to write it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pending?.id]);

  return {
    all,
    defaultId,
    current,
    isChanged: current !== undefined && !isSame(current.definition, definition),
    definition,
    open: (next) => {
      const none = { ...readDefinition(''), saved: defaultId ? ALL_ROWS : undefined };
      changeView(next ? { ...readDefinition(next.definition), saved: next.id } : none);
    },
    name: (next) => changeView({ ...readDefinition(next.definition), saved: next.id }),
  };
}

/** Columns that this browser remembers belong to what is saved: others have arranged theirs otherwise. */
function withColumns(view: TableView, { all, shown }: TableColumns): TableView {
  const names = shown.map(({ name }) => name);
  const isUsual = all.length === names.length && all.every(({ name }, at) => name === names[at]);
  return { ...view, columns: isUsual ? undefined : names };
}

function isSame(saved: string, now: string): boolean {
  return definitionOf(readDefinition(saved)) === now;
}
