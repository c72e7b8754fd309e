import { exploreModeOf, rememberExploreMode } from '@causeway/contract/explore-modes.ts';
import type { TableDetails } from '@causeway/contract/tables.ts';
import { Button, Drawer } from '@mantine/core';
import { useClipboard, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { changeSetting, useSettings } from '#platform/settings/use-settings.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { loadNotifications } from '#ui/notifications.ts';
import { SkeletonTable } from '#ui/skeletons.tsx';
import type { Cell } from './cell-display.ts';
import type { ColumnActions } from './column-header.tsx';
import { moveColumn, togglePin } from './column-layout.ts';
import { formatRows, toInList, type CopyFormat } from './copy-formats.ts';
import { FilterBar, type OpenFilter } from './filter-bar.tsx';
import { keyFilters } from './filter-choices.ts';
import { RowCards, RowObjects } from './row-blocks.tsx';
import { RowsGrid } from './rows-grid.tsx';
import { StatusBar } from './status-bar.tsx';
import { useTableColumns, type ShownColumn } from './table-columns.ts';
import type { TableName } from './table-name.ts';
import { TableToolbar } from './table-toolbar.tsx';
import classes from './table-view-page.module.css';
import { toggleSort, viewModes, type TableView, type ViewMode } from './table-view.ts';
import { rowsKey, tableQuery } from './tables-query.ts';
import { usePrefetchRows } from './use-prefetch-rows.ts';
import { useRows, type Row } from './use-rows.ts';
import { useTableHref, useTableView } from './use-table-view.ts';
import { listRowLinks, ValuePanel } from './value-panel.tsx';

type TableViewPageProps = { projectId: string; connector: Connector; name: TableName };

/** A table of a database: its rows, and what is needed to find the right ones. */
export default function TableViewPage(props: TableViewPageProps) {
  const { projectId, connector, name } = props;
  const { t } = useTranslation('explore');
  const { view } = useTableView();
  const scopedHref = useScopedHref();
  const table = useQuery(tableQuery({ projectId, connectorId: connector.id }, name));
  // Asked for now, so that the rows do not wait for the columns.
  usePrefetchRows({ connectorId: connector.id, name, view });
  if (table.data) return <LoadedTable {...props} details={table.data} />;
  return (
    <div className={classes.page} data-fills-page>
      <h1 className={classes.waiting}>{name.table}</h1>
      {table.isError ? (
        <div className={classes.message}>
          <ErrorState
            error={table.error}
            title={t('table.failed')}
            onRetry={() => void table.refetch()}
            isRetrying={table.isFetching}
            actions={
              <Button component={AppLink} href={scopedHref('/explore')} variant="default">
                {t('noTable.action')}
              </Button>
            }
          />
        </div>
      ) : (
        <SkeletonTable rows={16} columns={6} />
      )}
    </div>
  );
}

type LoadedTableProps = TableViewPageProps & { details: TableDetails };
type ActiveCell = { index: number; column: string };

function LoadedTable({ projectId, connector, name, details }: LoadedTableProps) {
  const { t } = useTranslation('explore');
  const { view, changeView } = useTableView();
  const { showRawNames } = useSettings();
  const { mode, chooseMode } = useMode(view, changeView);
  const queryClient = useQueryClient();
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
  const [open, setOpen] = useState<OpenFilter>();
  const [active, setActive] = useState<ActiveCell>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const copy = useCopy();
  const hrefTo = useReferenceHref();

  const { rows } = loaded;
  const activeRow = active && rows[active.index];
  const activeColumn = columns.all.find((column) => column.name === active?.column);
  const title = showRawNames ? details.name : details.label;

  function change(next: Partial<TableView>) {
    setSelected(new Set());
    setActive(undefined);
    changeView(next);
  }

  const actions: ColumnActions = {
    onSort: (column, options) => change({ sorts: toggleSort(view.sorts, column, options) }),
    onSetSort: (column, direction) => change({ sorts: direction ? [{ column, direction }] : [] }),
    onFilter: (column) => setOpen({ place: 'new', column }),
    onPin: (column) => columns.changeLayout(togglePin(columns.layout, column)),
    onHide: (column) => columns.show(shownNames.filter((one) => one !== column)),
    onMove: (column, step) => {
      const target = shownNames[shownNames.indexOf(column) + step];
      if (target) columns.show(moveColumn(shownNames, column, target));
    },
  };
  const shownNames = columns.shown.map((column) => column.name);

  function showRange(first: number, last: number) {
    const end = Math.min(last, rows.length - 1);
    if (first !== range.first || end !== range.last) setRange({ first, last: end });
    loaded.showRange(first, last);
  }

  function listCopied(): Row[] {
    if (selected.size === 0) return activeRow ? [activeRow] : [];
    return rows.filter((row) => selected.has(row.index) && row.cells);
  }

  function copyRows(format: CopyFormat | 'in') {
    const copied = listCopied();
    const cellsOf = (column: ShownColumn) =>
      copied.map((row): Cell => row.cells?.[column.place] ?? null);
    if (format === 'in') {
      if (activeColumn) copy(toInList(activeColumn, cellsOf(activeColumn)));
      return;
    }
    copy(
      formatRows(format, {
        ...name,
        columns: columns.shown,
        rows: copied.map((row) => columns.shown.map(({ place }) => row.cells?.[place] ?? null)),
      }),
    );
  }

  function copyActive() {
    if (selected.size > 0) return copyRows('tsv');
    const cell = activeColumn && activeRow?.cells?.[activeColumn.place];
    if (cell !== undefined) copy(cell === null ? '' : String(cell));
  }

  function valueIn(row: Row | undefined) {
    return (column: string) => {
      const place = columns.all.find((one) => one.name === column)?.place;
      return place === undefined ? undefined : row?.cells?.[place];
    };
  }

  function referenceHref(row: Row, column: ShownColumn): string | undefined {
    const key = column.foreignKey;
    const values = key?.columns.map(valueIn(row)) ?? [];
    const known = values.filter((value) => value !== null && value !== undefined);
    if (!key || known.length < key.columns.length) return undefined;
    return hrefTo(key.references, key.references.columns, known);
  }

  function openValue(row: Row, column: string) {
    setActive({ index: row.index, column });
    setIsPanelOpen(true);
  }

  function refresh() {
    setSelected(new Set());
    void queryClient.invalidateQueries({ queryKey: rowsKey(connector.id, name) });
    void queryClient.invalidateQueries(tableQuery({ projectId, connectorId: connector.id }, name));
  }

  const blocks = {
    label: title,
    rows,
    isOutdated: loaded.isOutdated,
    onRange: showRange,
  };
  const panel = (
    <ValuePanel
      row={activeRow}
      column={activeColumn}
      columns={columns.all}
      links={activeRow ? listRowLinks({ details, valueOf: valueIn(activeRow), hrefTo }) : []}
      onColumn={(column) => activeRow && setActive({ index: activeRow.index, column })}
      {...(!isNarrow && { onClose: () => setIsPanelOpen(false) })}
    />
  );

  return (
    <div className={classes.page} data-fills-page>
      <TableToolbar
        connectorName={connector.name}
        title={title}
        details={details}
        columns={columns}
        mode={mode}
        isPanelOpen={isPanelOpen}
        isRefreshing={loaded.query.isRefetching}
        copyCount={selected.size || (activeRow ? 1 : 0)}
        activeColumn={activeColumn?.label}
        onMode={chooseMode}
        onCopy={copyRows}
        onRefresh={refresh}
        onTogglePanel={() => setIsPanelOpen(!isPanelOpen)}
      />
      <FilterBar columns={columns.all} view={view} open={open} onOpen={setOpen} onChange={change} />
      <div className={classes.body}>
        <div className={classes.rows} aria-busy={loaded.query.isFetching}>
          <RowsState loaded={loaded} view={view} onClear={() => change({ filters: [], where: '' })}>
            {mode === 'table' && (
              <RowsGrid
                label={title}
                rows={rows}
                columns={columns}
                sorts={view.sorts}
                selected={selected}
                isOutdated={loaded.isOutdated}
                actions={actions}
                hrefOf={referenceHref}
                onSelect={setSelected}
                onReorder={(moved, target) => columns.show(moveColumn(shownNames, moved, target))}
                onActive={(row, column) => setActive({ index: row.index, column })}
                onOpen={() => setIsPanelOpen(true)}
                onClose={() => setIsPanelOpen(false)}
                onCopy={copyActive}
                onRange={showRange}
              />
            )}
            {mode === 'cards' && (
              <RowCards {...blocks} columns={columns.shown} onOpen={openValue} />
            )}
            {mode === 'json' && (
              <RowObjects {...blocks} columns={columns.shown} onOpen={openValue} />
            )}
          </RowsState>
        </div>
        {isPanelOpen && !isNarrow && <div className={classes.panel}>{panel}</div>}
      </div>
      <StatusBar
        range={rows.length > 0 ? shownRange(range, rows.length) : undefined}
        total={loaded.total.data}
        isCounting={loaded.total.isFetching}
        milliseconds={loaded.milliseconds}
        selectedCount={selected.size}
        onCount={() => void loaded.total.refetch()}
      />
      {isNarrow && (
        <Drawer
          opened={isPanelOpen}
          onClose={() => setIsPanelOpen(false)}
          position="bottom"
          size="70%"
          title={t('panel.title')}
          padding={0}
        >
          {panel}
        </Drawer>
      )}
    </div>
  );
}

type RowsStateProps = {
  loaded: ReturnType<typeof useRows>;
  view: TableView;
  onClear: () => void;
  children: ReactNode;
};

/** What stands in place of rows; the filters above it stay as they are. */
function RowsState({ loaded: { query, rows }, view, onClear, children }: RowsStateProps) {
  const { t } = useTranslation('explore');
  const isFiltered = view.filters.length > 0 || view.where !== '';
  if (query.isError) {
    return (
      <div className={classes.message}>
        <ErrorState
          error={query.error}
          title={t('rows.failed')}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          actions={
            isFiltered && (
              <Button variant="default" onClick={onClear}>
                {t('filter.clear')}
              </Button>
            )
          }
        />
      </div>
    );
  }
  if (!query.data) return <SkeletonTable rows={16} columns={6} />;
  if (rows.length > 0) return children;
  return (
    <div className={classes.message}>
      {isFiltered ? (
        <EmptyState
          icon="filter"
          title={t('rows.noMatch')}
          line={t('rows.noMatchLine')}
          action={
            <Button variant="default" onClick={onClear}>
              {t('filter.clear')}
            </Button>
          }
        />
      ) : (
        <EmptyState icon="table" title={t('rows.none')} line={t('rows.noneLine')} />
      )}
    </div>
  );
}

/** SET-4: what the address says, else what was chosen here last. */
function useMode(view: TableView, changeView: ReturnType<typeof useTableView>['changeView']) {
  const { exploreModes } = useSettings();
  const href = useLocation({ select: ({ publicHref }) => publicHref });
  const remembered = exploreModeOf(exploreModes, href, 'sql');
  const mode = view.mode ?? viewModes.find((known) => known === remembered) ?? 'table';
  function chooseMode(next: ViewMode) {
    changeSetting({ exploreModes: rememberExploreMode(exploreModes, href, next) });
    changeView({ mode: next }, { replace: true });
  }
  return { mode, chooseMode };
}

function useReferenceHref() {
  const hrefOf = useTableHref();
  return (
    { schema, table }: TableName,
    columns: string[],
    values: (string | number | boolean)[],
  ): string => hrefOf({ schema, table }, { filters: keyFilters(columns, values) });
}

function useCopy(): (text: string) => void {
  const { t } = useTranslation('explore');
  const clipboard = useClipboard();
  return (text) => {
    clipboard.copy(text);
    void loadNotifications().then((notifications) =>
      notifications.show({ message: t('copy.done'), autoClose: 1500, withCloseButton: false }),
    );
  };
}

/** Before the first scroll nobody has said how much is on screen. */
function shownRange({ first, last }: { first: number; last: number }, length: number) {
  return last > 0 ? { first, last: Math.min(last, length - 1) } : { first: 0, last: length - 1 };
}
