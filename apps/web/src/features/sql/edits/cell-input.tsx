import type { StagedValue } from '@causeway/contract/edits.ts';
import { Button, Popover } from '@mantine/core';
import { use, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { editorKindOf, type EditedColumn } from '#platform/value-editors/editor-kind.ts';
import { NULL_VALUE, textOfValue } from '#platform/value-editors/field-value.ts';
import { ValueEditor } from '#platform/value-editors/value-editor.tsx';
import { findValueProblem } from '#platform/value-editors/value-problem.ts';
import { ValueMenu } from '#platform/value-editors/value-menu.tsx';
import { DrawnContext } from '../results/drawn.ts';
import classes from './cell-input.module.css';
import { EditedValue } from './edited-value.tsx';

type CellInputProps = { row: number; at: number; onClose: () => void };

/** Longer texts need more room than a cell has. */
const LONGEST_INLINE = 120;
const roomy = new Set(['json', 'array', 'range', 'bytes', 'interval', 'date', 'time', 'timestamp']);

/**
 * A cell while it is edited, in the way its column is typed in. Every change is staged at once;
 * Escape puts back what was staged before.
 */
export function CellInput({ row, at, onClose }: CellInputProps) {
  const edits = use(DrawnContext)?.edits;
  const column = edits?.columnAt(at);
  const [before] = useState(() => edits?.valueAt(row, at));
  const [value, setValue] = useState(before);
  if (!edits || !column) return <EditedValue value={value} />;

  const field = {
    column,
    value,
    onChange: (next: StagedValue) => {
      setValue(next);
      edits.edit({ row, column: at }, next);
    },
    onClose,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && before) edits.edit({ row, column: at }, before);
      if (event.key === 'Escape') onClose();
    },
  };
  const kind = editorKindOf(column);
  if (kind === 'boolean' || kind === 'enum') return <ChoiceInput {...field} />;
  const text = textOfValue(before);
  const needsRoom = roomy.has(kind) || text.length > LONGEST_INLINE || /[\r\n]/.test(text);
  return needsRoom ? <RoomyInput {...field} /> : <TextInput {...field} />;
}

type FieldProps = {
  column: EditedColumn;
  value: StagedValue | undefined;
  onChange: (value: StagedValue) => void;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function TextInput({ column, value, onChange, onClose, onKeyDown }: FieldProps) {
  const { t } = useTranslation('sql');
  return (
    <input
      className={classes.input}
      data-number={column.category === 'N' || undefined}
      aria-label={t('grid.edit')}
      value={textOfValue(value)}
      placeholder={value && 'null' in value ? 'NULL' : ''}
      spellCheck={false}
      autoComplete="off"
      // The cell was opened to be typed in.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onChange={({ currentTarget }) => onChange({ set: currentTarget.value })}
      onKeyDown={(event) => {
        onKeyDown(event);
        if (event.key === 'Enter') onClose();
      }}
    />
  );
}

/** Stands in the list for no value. */
const NOTHING = '\u0000';

function ChoiceInput({ column, value, onChange, onKeyDown }: FieldProps) {
  const { t } = useTranslation('sql');
  const choices = column.enumValues ?? ['true', 'false'];
  const isSet = value !== undefined && 'set' in value;
  const known = isSet && !choices.includes(value.set) ? [value.set, ...choices] : choices;
  return (
    <select
      className={classes.input}
      aria-label={t('grid.edit')}
      value={isSet ? value.set : NOTHING}
      // The cell was opened to be chosen in.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onChange={({ currentTarget: { value: next } }) =>
        onChange(next === NOTHING ? NULL_VALUE : { set: next })
      }
      onKeyDown={onKeyDown}
    >
      {(column.isNullable || !isSet) && <option value={NOTHING}>NULL</option>}
      {known.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

/** JSON, lists, dates, bytes and long texts are edited below their cell. */
function RoomyInput({ column, value, onChange, onClose, onKeyDown }: FieldProps) {
  const { t } = useTranslation('sql');
  function press(event: KeyboardEvent) {
    onKeyDown(event);
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isDone && !findValueProblem(column, value)) onClose();
  }
  return (
    <Popover
      opened
      position="bottom-start"
      width={380}
      withinPortal
      trapFocus
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <div className={classes.anchor}>
          <EditedValue value={value} />
        </div>
      </Popover.Target>
      <Popover.Dropdown className={classes.popup} aria-label={column.name} onKeyDown={press}>
        <div className={classes.head}>
          <span className={classes.name}>{column.name}</span>
          <span className={classes.type}>{column.exactType}</span>
          <ValueMenu column={column} label={column.name} onChange={onChange} />
        </div>
        <ValueEditor
          column={column}
          label={column.name}
          value={value}
          onChange={onChange}
          hasFocus
        />
        <div className={classes.foot}>
          <Button size="compact-xs" onClick={onClose}>
            {t('grid.done')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
