import type { FilterCondition } from '@causeway/contract/tables/filters.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { useSettings } from '#platform/settings/use-settings.ts';
import { useHandlers } from '#ui/use-handlers.ts';
import { fillPage } from '#ui/fill-page.ts';
import { moveColumn } from '../grid/column-layout.ts';
import { EditingLayer } from '../edits/editing-layer.tsx';
import type { GridRow } from '../edits/grid-rows.ts';
import { useMarkedStore } from '../ranges/marked-store.ts';
import { MarkedSummary } from '../ranges/marked-summary.tsx';
import { findReadOnlyReason } from '../edits/read-only-reason.ts';
import { useCellMenu } from '../edits/use-cell-menu.ts';
import { useEditHref } from '../row/use-edit-href.ts';
import { useRowCommands } from '../edits/use-row-commands.ts';
import { useGridEditing } from '../edits/use-grid-editing.ts';
import { useTableEditing } from '../edits/use-table-editing.ts';
import { useTableSaving } from '../edits/use-table-saving.ts';
import type { OpenFilter } from '#domain/filters/filter-chips.tsx';
import { FilterBar } from './filter-bar.tsx';
import { PeekHost } from '../references/peek-host.tsx';
import { RowBlocks } from '../grid/row-blocks.tsx';
import { RowsGrid } from '../grid/rows-grid.tsx';
import { RowsState } from '../rows/rows-state.tsx';
import { StatusBar } from './status-bar.tsx';
import { useTableColumns } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';
import { TableHead } from './table-head.tsx';
import { EmptyTableActions } from './table-transfers.tsx';
import classes from './table-view-page.module.css';
import { uniqueFilters, type TableView } from '@causeway/contract/tables/view.ts';
import { useColumnActions } from '../grid/use-column-actions.ts';
import { useCopyRows } from '../grid/use-copy-rows.ts';
import { useMode } from './use-mode.ts';
import { useReadAgain } from './use-read-again.ts';
import { useRowLinks } from '../grid/use-row-links.ts';
import { useRows } from '../rows/use-rows.ts';
import { useShownRows } from '../rows/use-shown-rows.ts';
import { useTableView } from '../use-table-view.ts';

const PanelPlace = lazy(() => import('./panel-place.tsx'));

type LoadedTableProps = {
  projectId: string;
  connector: Connector;
  name: TableName;
  details: TableDetails;
};

export function LoadedTable({ projectId, connector, name, details }: LoadedTableProps) {
  const { project } = useCurrentProject();
  const { view, changeView } = useTableView();
  const { showRawNames } = useSettings();
  const { mode, chooseMode } = useMode(view, changeView);
  const readAgain = useReadAgain({ projectId, connectorId: connector.id, name });
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const columns = useTableColumns({
    connector,
    name,
    details,
    view,
    onShow: (shown) => changeView({ columns: shown }, { replace: true }),
  });
  const loaded = useRows({ connectorId: connector.id, name, view, columns });
  const editing = useTableEditing({
    connectorId: connector.id,
    name,
    details,
    columns: columns.all,
    fields: loaded.fields,
    rows: loaded.rows,
    readOnlyReason: findReadOnlyReason(details, project?.role ?? 'viewer'),
  });
  const saving = useTableSaving(editing, { connectorId: connector.id, name });
  const [open, setOpen] = useState<OpenFilter>();
  const [active, setActive] = useState<{ index: number; column: string }>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const { menu, openMenu, closeMenu } = useCellMenu();
  /** The new row to go on with. */
  const [goTo, setGoTo] = useState<string>();
  const marked = useMarkedStore();
  const { newRowHref } = useEditHref();
  const openHref = useOpenHref();

  const { rows } = saving;
  const { range, showRange } = useShownRows(rows, loaded);
  const activeRow = active && rows.find(({ index }) => index === active.index);
  const activeColumn = columns.all.find((column) => column.name === active?.column);
  const links = { name, details, columns: columns.all, view, layout: editing.layout };
  const { valueIn, referenceOf, pageOf, pageOfChange } = useRowLinks(links);
  const title = showRawNames ? details.name : details.label;
  const shownNames = columns.shown.map((column) => column.name);

  const { copyText, copyRows, copyActive } = useCopyRows({
    name,
    columns: columns.shown,
    rows,
    selected,
    active: activeRow && { row: activeRow, column: activeColumn },
  });
  const commands = useRowCommands({
    editing,
    columns: columns.shown,
    selected,
    hasMore: loaded.hasMore,
    onCopy: (text) => (text === undefined ? copyActive() : copyText(text)),
    onPanel: setIsPanelOpen,
    onAdded: setGoTo,
  });

  function change(next: Partial<TableView>) {
    setSelected(new Set());
    setActive(undefined);
    changeView(next);
  }

  const activate = ({ index }: GridRow, column: string) => setActive({ index, column });

  const actions = useColumnActions({ columns, view, onChange: change, onFilter: setOpen });
  // A page of rows arrives in the midst of a scroll: what does not show rows is not to be drawn then.
  const handlers = useHandlers({
    change,
    chooseMode,
    copyRows,
    refresh: () => {
      setSelected(new Set());
      readAgain();
    },
    addRow,
    showRange,
    showEnd: loaded.showEnd,
    togglePanel: () => setIsPanelOpen(!isPanelOpen),
    addPage: () => openHref(newRowHref(name, view, crypto.randomUUID())),
    listSelected: () => rows.filter(({ index }) => selected.has(index)),
    reorder: (moved: string, target: string) => {
      columns.show(moveColumn(shownNames, moved, target));
    },
    activate,
    openValue: (row: GridRow, column: string) => {
      activate(row, column);
      setIsPanelOpen(true);
    },
    count: () => void loaded.total.refetch(),
    run: commands.run,
    paste: commands.paste,
    openMenu,
    filter: (added: FilterCondition) => {
      change({ filters: uniqueFilters([...view.filters, added]) });
    },
  });
  const { mayEdit, layout, readOnlyReason } = editing;
  const gridEditing = useGridEditing(connector.id, editing);
  const drawing = useMemo(
    () => ({ isEditable: editing.isEditable, referenceOf, rowHref: pageOf }),
    // What these read of; they themselves are new with every drawing.
    // oxlint-disable-next-line react/exhaustive-deps
    [details, columns.all, view, layout, mayEdit],
  );

  function addRow() {
    const [ref] = editing.addRows([{}]);
    setGoTo(ref);
    if (mode !== 'table') chooseMode('table');
  }

  const isCovered = editing.draft.size > 0 || (editing.mayEdit && selected.size > 0);

  return (
    <div className={classes.page} ref={fillPage}>
      <TableHead
        connectorId={connector.id}
        connectorName={connector.name}
        {...{ name, title, details, columns, view, mode, layout, isPanelOpen, readOnlyReason }}
        isRefreshing={loaded.query.isRefetching}
        copyCount={selected.size || (activeRow ? 1 : 0)}
        activeColumn={activeColumn?.label}
        selectedCount={selected.size}
        listSelected={handlers.listSelected}
        onMode={handlers.chooseMode}
        onCopy={handlers.copyRows}
        onRefresh={handlers.refresh}
        onTogglePanel={handlers.togglePanel}
        onAdd={handlers.addRow}
        onAddPage={handlers.addPage}
      />
      <FilterBar
        columns={columns.all}
        view={view}
        open={open}
        onOpen={setOpen}
        onChange={handlers.change}
      />
      <PeekHost projectId={projectId} connectorId={connector.id}>
        <div className={classes.body}>
          <div
            className={classes.rows}
            data-covered={isCovered || undefined}
            aria-busy={loaded.query.isFetching}
          >
            <RowsState
              query={loaded.query}
              rowCount={rows.length}
              view={view}
              start={editing.mayEdit && <EmptyTableActions name={name} onAdd={addRow} />}
              onClear={() => change({ filters: [], where: '' })}
            >
              {mode === 'table' && (
                <RowsGrid
                  label={title}
                  rows={rows}
                  columns={columns}
                  sorts={view.sorts}
                  selection={JSON.stringify([view.filters, view.where, view.sorts])}
                  selected={selected}
                  isOutdated={loaded.isOutdated}
                  actions={actions}
                  editing={gridEditing}
                  drawing={drawing}
                  goTo={goTo}
                  onSelect={setSelected}
                  onReorder={handlers.reorder}
                  onActive={handlers.activate}
                  onCommand={handlers.run}
                  onPaste={handlers.paste}
                  onMenu={handlers.openMenu}
                  onMarked={marked.set}
                  onRange={handlers.showRange}
                  onEnd={loaded.hasMore ? handlers.showEnd : undefined}
                />
              )}
              {mode !== 'table' && (
                <RowBlocks
                  label={title}
                  mode={mode}
                  rows={rows}
                  columns={columns.shown}
                  isOutdated={loaded.isOutdated}
                  onRange={showRange}
                  onOpen={handlers.openValue}
                />
              )}
            </RowsState>
            <EditingLayer
              editing={editing}
              saving={saving}
              commands={commands}
              columns={columns}
              view={view}
              selected={selected}
              menu={menu}
              pageOf={pageOf}
              pageOfChange={pageOfChange}
              onMenuClose={closeMenu}
              onFilter={handlers.filter}
              onSelect={setSelected}
            />
          </div>
          {isPanelOpen && (
            <Suspense fallback={null}>
              <PanelPlace
                connectorId={connector.id}
                details={details}
                row={activeRow}
                layout={editing.layout}
                column={activeColumn}
                columns={columns.all}
                pageHref={activeRow && pageOf(activeRow)}
                editing={editing.mayEdit ? { connectorId: connector.id, ...editing } : undefined}
                isNarrow={isNarrow}
                valueIn={valueIn}
                onColumn={(column) => activeRow && setActive({ index: activeRow.index, column })}
                onClose={() => setIsPanelOpen(false)}
              />
            </Suspense>
          )}
        </div>
      </PeekHost>
      <StatusBar
        range={range}
        rowCount={(loaded.rows.at(-1)?.index ?? -1) + 1}
        total={loaded.total.data}
        isCounting={loaded.total.isFetching}
        milliseconds={loaded.milliseconds}
        selectedCount={selected.size}
        timeZone={details.timeZone}
        columns={shownNames.length < columns.all.length ? shownNames : undefined}
        onCount={handlers.count}
      >
        {mode === 'table' && <MarkedSummary store={marked} rows={rows} columns={columns.shown} />}
      </StatusBar>
    </div>
  );
}
