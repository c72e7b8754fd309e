import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { fillPage } from '#ui/fill-page.ts';
import { MarkedSummary } from '../ranges/marked-summary.tsx';
import { PeekHost } from '../references/peek-host.tsx';
import { AfterRows, AfterRowsContext, useAfterRows } from './after-rows.tsx';
import filterClasses from './filter-bar.module.css';
import { StatusBar } from './status-bar.tsx';
import { TableHead } from './table-head.tsx';
import { TableRows } from './table-rows.tsx';
import classes from './table-view-page.module.css';
import type { OpenedTable } from './use-table-data.ts';
import { readsItself, type TablePage, useTablePage } from './use-table-page.ts';

const TableFilters = lazy(() => import('./table-filters.tsx'));
const PanelPlace = lazy(() => import('./panel-place.tsx'));

/** A table that is there: tools and filters on top, its rows, a value beside them, the status below. */
export function LoadedTable(table: OpenedTable) {
  const page = useTablePage(table);
  const { query } = page.loaded;
  const isAfterRows = useAfterRows(query.isError || (query.isSuccess && !page.editing.isAwaited));
  return (
    <AfterRowsContext value={isAfterRows}>
      <div className={classes.page} ref={fillPage}>
        <Head page={page} />
        <Filters page={page} />
        <PeekHost projectId={table.projectId} connectorId={table.connector.id}>
          <div className={classes.body}>
            <TableRows page={page} />
            {page.focus.isPanelOpen && <Panel page={page} />}
          </div>
        </PeekHost>
        <Status page={page} />
      </div>
    </AfterRowsContext>
  );
}

function Filters({ page }: { page: TablePage }) {
  const { connector, name, columns, view, focus, handlers } = page;
  const place = <div className={filterClasses.bar} />;
  return (
    <AfterRows place={place}>
      <Suspense fallback={place}>
        <TableFilters
          connectorId={connector.id}
          name={name}
          columns={columns.all}
          view={view}
          open={focus.openFilter}
          onOpen={focus.setOpenFilter}
          onChange={handlers.change}
        />
      </Suspense>
    </AfterRows>
  );
}

function Head({ page }: { page: TablePage }) {
  const { connector, name, title, details, columns, view, mode, focus, handlers, editing } = page;
  const { layout, readOnlyReason } = editing;
  return (
    <TableHead
      connectorId={connector.id}
      connectorName={connector.name}
      {...{ name, title, details, columns, view, mode, layout, readOnlyReason }}
      isPanelOpen={focus.isPanelOpen}
      isRefreshing={page.loaded.query.isRefetching}
      copyCount={focus.selected.size || (page.activeRow ? 1 : 0)}
      activeColumn={page.activeColumn?.label}
      selectedCount={focus.selected.size}
      listSelected={handlers.listSelected}
      listTicked={handlers.listTicked}
      onMode={handlers.chooseMode}
      onCopy={handlers.copyRows}
      onRefresh={handlers.refresh}
      onTogglePanel={handlers.togglePanel}
      onAdd={handlers.addRow}
      onAddPage={handlers.addPage}
    />
  );
}

function Panel({ page }: { page: TablePage }) {
  const { connector, details, columns, editing, activeRow, links, focus } = page;
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Suspense fallback={null}>
      <PanelPlace
        connectorId={connector.id}
        details={details}
        row={activeRow}
        layout={editing.layout}
        column={page.activeColumn}
        columns={columns.all}
        pageHref={activeRow && links.pageOf(activeRow)}
        editing={editing.mayEdit ? { connectorId: connector.id, ...editing } : undefined}
        isNarrow={isNarrow}
        isNumbered={!readsItself(page.mode)}
        valueIn={links.valueIn}
        onColumn={(column) => activeRow && page.handlers.activate(activeRow, column)}
        onClose={() => focus.setIsPanelOpen(false)}
      />
    </Suspense>
  );
}

function Status({ page }: { page: TablePage }) {
  const { columns, loaded, rows, focus, mode } = page;
  const shown = columns.shown.map((column) => column.name);
  return (
    <StatusBar
      range={page.range}
      // Of what stands in stacks and days nobody says from which to which row it is.
      rowCount={readsItself(mode) ? 0 : (loaded.rows.at(-1)?.index ?? -1) + 1}
      total={loaded.total.data}
      isCounting={loaded.total.isFetching}
      milliseconds={loaded.milliseconds}
      selectedCount={focus.selected.size}
      timeZone={page.details.timeZone}
      columns={shown.length < columns.all.length ? shown : undefined}
      onCount={page.handlers.count}
    >
      {mode === 'table' && (
        <MarkedSummary store={focus.marked} rows={rows} columns={columns.shown} />
      )}
    </StatusBar>
  );
}
