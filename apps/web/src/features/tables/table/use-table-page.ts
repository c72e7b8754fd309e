import type { FilterCondition } from '@causeway/contract/tables/filters.ts';
import { uniqueFilters, type TableView, type ViewMode } from '@causeway/contract/tables/view.ts';
import { useMemo } from 'react';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { useHandlers } from '#ui/use-handlers.ts';
import { findAgain, findRef, type GridRow } from '../edits/grid-rows.ts';
import { useRowCommands } from '../edits/use-row-commands.ts';
import { moveColumn } from '../grid/column-layout.ts';
import { useColumnActions } from '../grid/use-column-actions.ts';
import { useCopyRows } from '../grid/use-copy-rows.ts';
import { useRowLinks } from '../grid/use-row-links.ts';
import { useEditHref } from '../row/use-edit-href.ts';
import { useShownRows } from '../rows/use-shown-rows.ts';
import { useFollowTicks } from './use-follow-ticks.ts';
import { useMode } from './use-mode.ts';
import { useReadAgain } from './use-read-again.ts';
import { type OpenedTable, useTableData } from './use-table-data.ts';
import { useTableFocus } from './use-table-focus.ts';

/** Whether a mode reads its rows part by part instead of one after the other. */
export function readsItself(mode: ViewMode): mode is 'board' | 'calendar' {
  return mode === 'board' || mode === 'calendar';
}

export type TablePage = ReturnType<typeof useTablePage>;

/** Everything the parts of a table's page show and do; made once, handed to each of them. */
export function useTablePage(table: OpenedTable) {
  const { connector, name, details, projectId } = table;
  const data = useTableData(table);
  const focus = useTableFocus();
  const { view, changeView, columns, loaded, editing, rows } = data;
  const { active, selected } = focus;
  const { mode, chooseMode } = useMode(view, changeView);
  const { showRawNames } = useSettings();
  const readAgain = useReadAgain({ projectId, connectorId: connector.id, name });
  const { range, showRange } = useShownRows(rows, loaded);
  const openHref = useOpenHref();
  const { newRowHref } = useEditHref();

  const activeColumn = columns.all.find((column) => column.name === active?.column);
  const { layout, mayEdit } = editing;
  // What is marked in the grid is a place; what is open beside it is a row.
  const markedRow = active && rows.find(({ index }) => index === active.index);
  const activeRow = active && findAgain(rows, active, layout);
  const activate = (row: GridRow, column: string) =>
    focus.activate(row, layout && findRef(row, layout), column);
  const listTicked = useFollowTicks({ rows, layout, selected, setSelected: focus.setSelected });
  const links = useRowLinks({ name, details, columns: columns.all, view, layout });
  const copying = useCopyRows({
    name,
    columns: columns.shown,
    rows,
    selected,
    active: markedRow && { row: markedRow, column: activeColumn },
  });
  const commands = useRowCommands({
    editing,
    columns: columns.shown,
    selected,
    hasMore: loaded.hasMore,
    timeZone: details.timeZone,
    onCopy: (text) => (text === undefined ? copying.copyActive() : copying.copyRange(text)),
    onPanel: focus.setIsPanelOpen,
    onAdded: focus.setGoTo,
  });

  function change(next: Partial<TableView>) {
    focus.letGo();
    changeView(next);
  }

  const actions = useColumnActions({
    columns,
    view,
    onChange: change,
    onFilter: focus.setOpenFilter,
  });
  // A page of rows arrives in the midst of a scroll: what does not show rows is not to be rendered then.
  const handlers = useHandlers({
    change,
    chooseMode: (next: ViewMode) => {
      // Places in the one are other rows in the other.
      if (readsItself(next) || readsItself(mode)) focus.letGo();
      chooseMode(next);
    },
    copyRows: copying.copyRows,
    refresh: () => {
      focus.setSelected(new Set());
      readAgain();
    },
    addRow: () => {
      const [ref] = editing.addRows([{}]);
      focus.setGoTo(ref);
      if (mode !== 'table') chooseMode('table');
    },
    showRange,
    showEnd: loaded.showEnd,
    togglePanel: () => focus.setIsPanelOpen(!focus.isPanelOpen),
    addPage: () => openHref(newRowHref(name, view, crypto.randomUUID())),
    listSelected: () => rows.filter(({ index }) => selected.has(index)),
    listTicked,
    reorder: (moved: string, target: string) => {
      const shown = columns.shown.map((column) => column.name);
      columns.show(moveColumn(shown, moved, target));
    },
    activate,
    openValue: (row: GridRow, column: string) => {
      activate(row, column);
      focus.setIsPanelOpen(true);
    },
    count: () => void loaded.total.refetch(),
    run: commands.run,
    paste: commands.paste,
    fill: commands.fillSeries,
    openMenu: focus.openMenu,
    filter: (added: FilterCondition) => {
      change({ filters: uniqueFilters([...view.filters, added]) });
    },
  });
  const { store } = editing;
  const names = useMemo(
    () => ({
      refOf: (row: GridRow) =>
        layout && (row.cells || row.change) ? findRef(row, layout) : undefined,
      refNow: (ref: string) => store.refNow(ref),
    }),
    [layout, store],
  );
  const drawing = useMemo(
    () => ({
      isEditable: editing.isEditable,
      referenceOf: links.referenceOf,
      rowHref: links.pageOf,
    }),
    // What these read of; they themselves are new with every render.
    // oxlint-disable-next-line react/exhaustive-deps
    [details, columns.all, view, layout, mayEdit],
  );
  return {
    ...table,
    ...data,
    focus,
    mode,
    title: showRawNames ? details.name : details.label,
    range,
    activeRow,
    activeColumn,
    links,
    commands,
    actions,
    handlers,
    names,
    drawing,
  };
}
