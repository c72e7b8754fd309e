import type { StagedValue } from '@causeway/contract/edits.ts';
import { lazy, Suspense, use, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CellChoiceField, CellTextField } from '#domain/value-editors/cell-fields.tsx';
import { needsRoom } from '#domain/value-editors/cell-room.ts';
import { editorKindOf } from '#domain/value-editors/editor-kind.ts';
import { textOfValue } from '#domain/value-editors/field-value.ts';
import type { ShownColumn } from '../table-columns.ts';
import { GridEditingContext, OpeningContext, type EditedCell } from './grid-editing.ts';
import { stagedIn, valueIn, valueOf, type GridRow } from './grid-rows.ts';
import type { CellEdit } from './stage.ts';

const loadPopup = () => import('./cell-popup.tsx');
const CellPopup = lazy(loadPopup);

/** Called when a cell that needs it is chosen, so that it is there before the first key. */
export function preloadCellPopup(column: ShownColumn): void {
  if (isRoomy(column, '')) loadPopup().catch(() => undefined);
}

function isRoomy(column: ShownColumn, text: string): boolean {
  return column.foreignKey !== undefined || needsRoom(column, text);
}

/**
 * A cell while it is edited. Every keystroke is staged at once, so that none is lost whatever happens
 * next; Escape puts back what was staged before.
 */
export function CellEditor({ row, column, onClose }: EditedCell) {
  const { t } = useTranslation('editing');
  const editing = use(GridEditingContext);
  const opening = use(OpeningContext);
  const [{ typed }] = useState(opening.current);
  const all = editing?.columns ?? [];
  const [before] = useState(() => listStaged(row, column, all));
  const [session] = useState(() => Symbol('edit'));
  const [values, setValues] = useState<Record<string, StagedValue | undefined>>({});
  const valueNow = (name: string) => (name in values ? values[name] : valueOf(row, all, name));
  const value = column.name in values ? values[column.name] : valueIn(row, column);
  // Decided once: a field that changes while somebody types in it would lose their place.
  const [isInPopup] = useState(() => typed === undefined && isRoomy(column, textOfValue(value)));

  function changeAll(edits: CellEdit[]) {
    const next = edits.map((edit) => [edit.column, edit.value] as const);
    setValues({ ...values, ...Object.fromEntries(next) });
    editing?.onEdit(row, edits, session);
  }
  const change = (next: StagedValue) => changeAll([{ column: column.name, value: next }]);

  /** The grid closes on Escape by itself; what was typed must not stay. */
  function cancel(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    editing?.onEdit(row, before, session);
  }

  const field = { column, label: column.label, value, typed, onChange: change, onKeyDown: cancel };
  const kind = editorKindOf(column);
  if (kind === 'boolean' || kind === 'enum') {
    return <CellChoiceField {...field} emptyLabel={t('choose')} />;
  }
  if (isInPopup) {
    return (
      <Suspense fallback={null}>
        <CellPopup
          column={column}
          valueOf={valueNow}
          onEdits={changeAll}
          onKeyDown={cancel}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  return <CellTextField {...field} />;
}

/** What was staged for the cell, and for those it is chosen together with. */
function listStaged(
  row: GridRow,
  column: ShownColumn,
  columns: readonly ShownColumn[],
): CellEdit[] {
  const together = new Set([column.name, ...(column.foreignKey?.columns ?? [])]);
  return columns
    .filter(({ name }) => together.has(name))
    .map((one) => ({ column: one.name, value: stagedIn(row, one) }));
}
