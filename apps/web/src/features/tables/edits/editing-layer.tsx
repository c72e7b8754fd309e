import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import type { FilterCondition } from '@causeway/contract/tables/filters.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { notifyError } from '#platform/notify-error.ts';
import { DraftDialogs } from '#domain/row-drafts/draft-dialogs.tsx';
import type { CommandPlace } from '../grid/rows-grid.tsx';
import type { TableColumns } from '../table-columns.ts';
import { FIRST_ROWS, type Selection } from '../tables-query.ts';
import classes from '#domain/row-drafts/changes-bar.module.css';
import type { GridRow } from './grid-rows.ts';
import { findHidden } from './hidden-changes.ts';
import { SelectionBar } from './selection-bar.tsx';
import { isComputed } from '#domain/row-drafts/stage.ts';
import type { useRowCommands } from './use-row-commands.ts';
import type { TableEditing } from './use-table-editing.ts';
import type { TableSaving } from './use-table-saving.ts';

const ChangesBar = lazy(() => import('#domain/row-drafts/changes-bar.tsx'));
const CellMenu = lazy(() => import('./cell-menu.tsx'));
const BulkDialog = lazy(() => import('../bulk/bulk-dialog.tsx'));
const MatchingDialog = lazy(() => import('../bulk/matching-dialog.tsx'));

type EditingLayerProps = {
  editing: TableEditing;
  saving: TableSaving;
  commands: ReturnType<typeof useRowCommands>;
  columns: TableColumns;
  /** What narrows the rows; there may be more that match than are loaded. */
  view: Selection;
  selected: ReadonlySet<number>;
  menu: { place: CommandPlace; point: { x: number; y: number } } | undefined;
  pageOf: (row: GridRow) => string | undefined;
  pageOfChange: (change: DraftChange) => string | undefined;
  onMenuClose: () => void;
  onFilter: (condition: FilterCondition) => void;
  onSelect: (rows: ReadonlySet<number>) => void;
};

/** Everything that opens over the grid while rows are edited; the rare parts load when they open. */
export function EditingLayer(props: EditingLayerProps) {
  const { editing, saving, commands, columns, selected, menu } = props;
  const { pageOf, pageOfChange, onMenuClose, onFilter, onSelect } = props;
  const [bulk, setBulk] = useState<{ rows: GridRow[]; column: string }>();
  const [isMatching, setIsMatching] = useState(false);
  const { state, reverting } = saving;
  const { draft, rows, layout } = editing;
  const shownNames = columns.shown.map(({ name }) => name);
  const hidden = useMemo(
    // Until rows are read, nobody knows which of them are edited.
    () => findHidden(layout ? draft : new Map(), rows, shownNames),
    // Names are listed anew with every drawing, and the rows can be many.
    // oxlint-disable-next-line react/exhaustive-deps
    [draft, rows, layout, JSON.stringify(shownNames)],
  );
  const ticked = selected.size > 0 ? editing.rows.filter((row) => selected.has(row.index)) : [];
  return (
    <>
      <div className={classes.stack} data-floating>
        {editing.mayEdit && ticked.length > 0 && (
          <SelectionBar
            count={ticked.length}
            onBulk={() => setBulk({ rows: ticked, column: columns.shown[0]?.name ?? '' })}
            onDuplicate={() => {
              commands.duplicateRows(ticked).catch(notifyError);
              onSelect(new Set());
            }}
            onDelete={() => {
              commands.removeRows(ticked);
              onSelect(new Set());
            }}
            onMatching={
              // Fewer than a first page: with all of them ticked there are no others.
              ticked.length === editing.rows.length && ticked.length < FIRST_ROWS
                ? undefined
                : () => setIsMatching(true)
            }
            onClear={() => onSelect(new Set())}
          />
        )}
        {editing.draft.size > 0 && (
          <Suspense fallback={null}>
            <ChangesBar
              edits={editing}
              state={state}
              unfit={saving.unfit}
              doubtful={saving.doubtful}
              hiddenCount={hidden.count}
              onReview={() => saving.review('sql')}
              onHidden={() => saving.review('hidden')}
              onDiscard={() => void saving.discard()}
              onSave={() => void saving.save()}
              onDismiss={saving.dismiss}
            />
          </Suspense>
        )}
      </div>
      <DraftDialogs
        edits={editing}
        saving={saving}
        columns={columns.all}
        hidden={hidden.refs}
        pageOf={pageOfChange}
        onResolve={(patch) => {
          editing.store.stage(patch);
          void saving.save();
        }}
      />
      <Suspense fallback={null}>
        {menu && (
          <CellMenu
            {...menu}
            editing={editing}
            commands={commands}
            pageHref={pageOf(menu.place.row)}
            onBulk={(rows) => setBulk({ rows, column: menu.place.column.name })}
            onFilter={onFilter}
            onDone={() => onSelect(new Set())}
            onClose={onMenuClose}
          />
        )}
        {bulk && (
          <BulkDialog
            {...bulk}
            connectorId={saving.source.connectorId}
            columns={columns.shown.filter((column) =>
              bulk.rows.some((row) => editing.isEditable(row, column)),
            )}
            onApply={(edits) => commands.editLoaded(bulk.rows.map((row) => ({ row, edits })))}
            onClose={() => setBulk(undefined)}
          />
        )}
        {isMatching && (
          <MatchingDialog
            source={saving.source}
            view={props.view}
            columns={columns.shown.filter((column) => !isComputed(column) && !column.isKey)}
            allColumns={columns.all}
            onRevert={(id) => void reverting.revert(id)}
            onDone={() => onSelect(new Set())}
            onClose={() => setIsMatching(false)}
          />
        )}
      </Suspense>
    </>
  );
}
