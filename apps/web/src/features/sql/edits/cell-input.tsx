import type { StagedValue } from '@causeway/contract/edits.ts';
import { use, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CellChoiceField, CellTextField } from '#domain/value-editors/cell-fields.tsx';
import { CellPopupFrame } from '#domain/value-editors/cell-popup-frame.tsx';
import { needsRoom } from '#domain/value-editors/cell-room.ts';
import { editorKindOf, type EditedColumn } from '#domain/value-editors/editor-kind.ts';
import { textOfValue } from '#domain/value-editors/field-value.ts';
import { ValueEditor } from '#domain/value-editors/value-editor.tsx';
import { findValueProblem } from '#domain/value-editors/value-problem.ts';
import { DrawnContext } from '../results/drawn.ts';
import { EditedValue } from './edited-value.tsx';

type CellInputProps = { row: number; at: number; onClose: () => void };

/**
 * A cell while it is edited, in the way its column is typed in. Every change is staged at once;
 * Escape puts back what was staged before.
 */
export function CellInput({ row, at, onClose }: CellInputProps) {
  const { t } = useTranslation('sql');
  const edits = use(DrawnContext)?.edits;
  const column = edits?.columnAt(at);
  const [before] = useState(() => edits?.valueAt(row, at));
  const [value, setValue] = useState(before);
  const [step] = useState(() => crypto.randomUUID());
  if (!edits || !column) return <EditedValue value={value} />;

  function cancel(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    if (before) edits?.edit({ row, column: at }, before, step);
    onClose();
  }

  const field = {
    column,
    label: t('grid.edit'),
    value,
    onChange: (next: StagedValue) => {
      setValue(next);
      edits.edit({ row, column: at }, next, step);
    },
    onKeyDown: cancel,
  };
  const kind = editorKindOf(column);
  if (kind === 'boolean' || kind === 'enum') {
    return <CellChoiceField {...field} emptyLabel="NULL" />;
  }
  if (needsRoom(column, textOfValue(before))) return <RoomyInput {...field} onClose={onClose} />;
  return (
    <CellTextField
      {...field}
      onKeyDown={(event) => {
        cancel(event);
        if (event.key === 'Enter') onClose();
      }}
    />
  );
}

type RoomyInputProps = {
  column: EditedColumn;
  value: StagedValue | undefined;
  onChange: (value: StagedValue) => void;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** JSON, lists, dates, bytes and long texts are edited below their cell. */
function RoomyInput({ column, value, onChange, onClose, onKeyDown }: RoomyInputProps) {
  const { t } = useTranslation('sql');
  function press(event: KeyboardEvent) {
    onKeyDown(event);
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isDone && !findValueProblem(column, value)) onClose();
  }
  return (
    <CellPopupFrame
      column={column}
      label={column.name}
      doneLabel={t('grid.done')}
      shown={<EditedValue value={value} />}
      onChange={onChange}
      onKeyDown={press}
      onClose={onClose}
    >
      <ValueEditor column={column} label={column.name} value={value} onChange={onChange} hasFocus />
    </CellPopupFrame>
  );
}
