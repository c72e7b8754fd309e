import { useIsFetching } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadTexts } from '#platform/i18n/i18n.ts';
import { lazyPart } from '#platform/navigation/lazy-part.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import { EditingLayer } from '../edits/editing-layer.tsx';
import { useGridEditing } from '../edits/use-grid-editing.ts';
import { RowsGrid } from '../grid/rows-grid.tsx';
import { RowsState } from '../rows/rows-state.tsx';
import classes from './table-view-page.module.css';
import type { TablePage } from './use-table-page.ts';

const RowObjects = lazyPart(() => import('../grid/row-objects.tsx'));
const Gallery = lazyPart(() => withTexts(import('../ways/gallery.tsx')));
const Calendar = lazyPart(() => withTexts(import('../ways/calendar.tsx')));
const Board = lazyPart(() => withTexts(import('../ways/board.tsx')));
const EmptyTableActions = lazy(() => import('./empty-table-actions.tsx'));

async function withTexts<Part>(loading: Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([loading, loadTexts(['ways'])]);
  return part;
}

/** The rows in the mode that was chosen, and what floats over them while they are edited. */
export function TableRows({ page }: { page: TablePage }) {
  const { focus, handlers, links, loaded, editing, columns, rows, view, mode, title } = page;
  const { selected } = focus;
  const gridEditing = useGridEditing(page.connector.id, editing);
  const isCovered = editing.draft.size > 0 || (editing.mayEdit && selected.size > 0);
  return (
    <Room queryKey={loaded.queryKey} isCovered={isCovered}>
      <RowsState
        query={loaded.query}
        // A calendar may be turned to a month without rows.
        rowCount={Math.max(rows.length, loaded.rows.length)}
        isAwaited={editing.isAwaited}
        view={view}
        hasHeads={mode === 'table'}
        start={
          editing.mayEdit && (
            <Suspense fallback={null}>
              <EmptyTableActions name={page.name} onAdd={handlers.addRow} />
            </Suspense>
          )
        }
        onClear={() => handlers.change({ filters: [], where: '' })}
      >
        {mode === 'table' && (
          <RowsGrid
            label={title}
            rows={rows}
            columns={columns}
            sorts={view.sorts}
            selection={JSON.stringify([view.filters, view.where, view.sorts])}
            names={page.names}
            selected={selected}
            isOutdated={loaded.isOutdated}
            actions={page.actions}
            editing={gridEditing}
            drawing={page.drawing}
            goTo={focus.goTo}
            onSelect={focus.setSelected}
            onReorder={handlers.reorder}
            onActive={handlers.activate}
            onCommand={handlers.run}
            onPaste={handlers.paste}
            onFill={handlers.fill}
            onMenu={handlers.openMenu}
            onMarked={focus.marked.set}
            onRange={handlers.showRange}
            onEnd={loaded.hasMore ? handlers.showEnd : undefined}
          />
        )}
        {mode !== 'table' && (
          <Suspense fallback={<SkeletonTable rows={8} columns={4} />}>
            {mode === 'cards' && <Gallery page={page} />}
            {mode === 'board' && <Board page={page} />}
            {mode === 'calendar' && <Calendar page={page} />}
            {mode === 'json' && (
              <RowObjects
                label={title}
                rows={rows}
                columns={columns.shown}
                isOutdated={loaded.isOutdated}
                onRange={handlers.showRange}
                onOpen={handlers.openValue}
              />
            )}
          </Suspense>
        )}
      </RowsState>
      <EditingLayer
        editing={editing}
        saving={page.saving}
        commands={page.commands}
        columns={columns}
        view={view}
        selected={selected}
        menu={focus.menu}
        pageOf={links.pageOf}
        pageOfChange={links.pageOfChange}
        onMenuClose={focus.closeMenu}
        onFilter={handlers.filter}
        onSelect={focus.setSelected}
      />
    </Room>
  );
}

type RoomProps = { queryKey: readonly unknown[]; isCovered: boolean; children: ReactNode };

/** Says when rows are being read, without what is in it being rendered then. */
function Room({ queryKey, isCovered, children }: RoomProps) {
  const isReading = useIsFetching({ queryKey, exact: true }) > 0;
  return (
    <div className={classes.rows} data-covered={isCovered || undefined} aria-busy={isReading}>
      {children}
    </div>
  );
}
