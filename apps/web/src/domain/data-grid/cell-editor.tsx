import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { lazy, Suspense, use, useLayoutEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import { CellChoiceField, CellTextField } from '#domain/value-editors/cell-fields.tsx';
import { needsRoom } from '#domain/value-editors/cell-room.ts';
import { editorKindOf } from '#domain/value-editors/editor-kind.ts';
import { textOfValue } from '#domain/value-editors/field-value.ts';
import type { DataColumn } from './data-column.ts';
import { noteOpen, OpeningContext } from './opening.ts';

const loadPopup = () => import('./cell-popup.tsx');
const CellPopup = lazy(loadPopup);

type CellEditorProps = {
  connectorId: string;
  column: DataColumn;
  /** What a column of the row is to be. */
  valueOf: (column: string) => StagedValue | undefined;
  /** All keystrokes of one `session` are one step of undo. */
  onEdits: (edits: CellEdit[], session: unknown) => void;
  /** Takes back what was staged in the session. */
  onCancel: (session: unknown) => void;
  onClose: () => void;
};

/** Called when a cell that needs it is chosen, so that it is there before the first key. */
export function preloadCellPopup(column: DataColumn): void {
  if (isRoomy(column, '')) loadPopup().catch(() => undefined);
}

function isRoomy(column: DataColumn, text: string): boolean {
  return column.foreignKey !== undefined || needsRoom(column, text);
}

/**
 * A cell while it is edited. Every keystroke is staged at once, so that none is lost whatever happens
 * next; Escape puts back what was staged before.
 */
export function CellEditor(props: CellEditorProps) {
  const { connectorId, column, valueOf, onEdits, onCancel, onClose } = props;
  const { t } = useTranslation('data-grid');
  const opening = use(OpeningContext);
  const [{ typed, isOpen: goesOn = false }] = useState(opening.current);
  useLayoutEffect(() => {
    noteOpen(opening, true);
    return () => noteOpen(opening, false);
  }, [opening]);
  const [session] = useState(() => Symbol('edit'));
  const [values, setValues] = useState<Record<string, StagedValue | undefined>>({});
  const valueNow = (name: string) => (name in values ? values[name] : valueOf(name));
  const value = valueNow(column.name);
  // Decided once: a field that changes while somebody types in it would lose their place.
  const [isInPopup] = useState(() => typed === undefined && isRoomy(column, textOfValue(value)));

  function changeAll(edits: CellEdit[]) {
    const next = edits.map((edit) => [edit.column, edit.value] as const);
    setValues({ ...values, ...Object.fromEntries(next) });
    onEdits(edits, session);
  }
  const change = (next: StagedValue) => changeAll([{ column: column.name, value: next }]);

  /** The grid closes on Escape by itself; what was typed must not stay. */
  function cancel(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel(session);
  }

  const field = {
    column,
    label: column.label,
    value,
    typed,
    goesOn,
    onChange: change,
    onKeyDown: cancel,
  };
  const kind = editorKindOf(column);
  if (kind === 'boolean' || kind === 'enum') {
    return <CellChoiceField {...field} emptyLabel={t('choose')} />;
  }
  if (isInPopup) {
    return (
      <Suspense fallback={null}>
        <CellPopup
          connectorId={connectorId}
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
