import type { StagedValue } from '@causeway/contract/edits.ts';
import {
  lazy,
  Suspense,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { editorKindOf } from '#platform/value-editors/editor-kind.ts';
import { NULL_VALUE, textOfValue } from '#platform/value-editors/field-value.ts';
import type { ShownColumn } from '../table-columns.ts';
import classes from './cell-editor.module.css';
import { GridEditingContext, OpeningContext, type EditedCell } from './grid-editing.ts';
import { stagedIn, valueIn, valueOf, type GridRow } from './grid-rows.ts';
import type { CellEdit } from './stage.ts';

const loadPopup = () => import('./cell-popup.tsx');
const CellPopup = lazy(loadPopup);

/** Called when a cell that needs it is chosen, so that it is there before the first key. */
export function preloadCellPopup(column: ShownColumn): void {
  if (needsRoom(column, '')) loadPopup().catch(() => undefined);
}

/** Longer texts are edited beside the grid. */
const LONGEST_INLINE = 120;

/**
 * A cell while it is edited. Every keystroke is staged at once, so that none is lost whatever happens
 * next; Escape puts back what was staged before.
 */
export function CellEditor({ row, column, onClose }: EditedCell) {
  const editing = use(GridEditingContext);
  const opening = use(OpeningContext);
  const [{ typed }] = useState(opening.current);
  const all = editing?.columns ?? [];
  const [before] = useState(() => listStaged(row, column, all));
  const [session] = useState(() => Symbol('edit'));
  const [values, setValues] = useState<Record<string, StagedValue | undefined>>({});
  const valueNow = (name: string) => (name in values ? values[name] : valueOf(row, all, name));
  const value = column.name in values ? values[column.name] : valueIn(row, column);

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

  const field = { column, value, onChange: change };
  const kind = editorKindOf(column);
  if (kind === 'boolean' || kind === 'enum') {
    return <ChoiceCell {...field} typed={typed} onKeyDown={cancel} />;
  }
  if (typed === undefined && needsRoom(column, textOfValue(value))) {
    return (
      <Suspense fallback={null}>
        <CellPopup
          {...field}
          valueOf={valueNow}
          onEdits={changeAll}
          onKeyDown={cancel}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  return <TextCell {...field} typed={typed} onKeyDown={cancel} />;
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

const roomy = new Set(['json', 'array', 'range', 'bytes', 'interval', 'date', 'time', 'timestamp']);

function needsRoom(column: ShownColumn, text: string): boolean {
  const isLong = text.length > LONGEST_INLINE || /[\r\n]/.test(text);
  return column.foreignKey !== undefined || roomy.has(editorKindOf(column)) || isLong;
}

type FieldProps = {
  column: ShownColumn;
  value: StagedValue | undefined;
  typed: string | undefined;
  onChange: (value: StagedValue) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function TextCell({ column, value, typed, onChange, onKeyDown }: FieldProps) {
  const [text, setText] = useState(typed === undefined ? textOfValue(value) : '');
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <input
      className={classes.input}
      data-number={column.category === 'N' || undefined}
      aria-label={column.label}
      // What was typed to open the cell arrives here as the first input.
      ref={input}
      value={text}
      placeholder={value && 'null' in value ? 'NULL' : (column.defaultValue ?? '')}
      spellCheck={false}
      autoComplete="off"
      onChange={({ target }) => {
        setText(target.value);
        onChange({ set: target.value });
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Stands in the list for no value. */
const NOTHING = '\u0000';

function ChoiceCell({ column, value, typed, onChange, onKeyDown }: FieldProps) {
  const { t } = useTranslation('editing');
  const choices = column.enumValues ?? ['true', 'false'];
  const isSet = value !== undefined && 'set' in value;
  const known = isSet && !choices.includes(value.set) ? [value.set, ...choices] : choices;
  function choose(next: string) {
    onChange(next === NOTHING ? NULL_VALUE : { set: next });
  }
  const select = useRef<HTMLSelectElement>(null);
  const start = useEffectEvent(() => {
    select.current?.focus();
    const wanted = typed?.toLowerCase();
    const first = wanted && choices.find((one) => one.toLowerCase().startsWith(wanted));
    if (first) choose(first);
  });
  useLayoutEffect(() => start(), []);
  return (
    <select
      className={classes.input}
      aria-label={column.label}
      ref={select}
      value={isSet ? value.set : NOTHING}
      onChange={({ target }) => choose(target.value)}
      onKeyDown={onKeyDown}
    >
      {(column.isNullable || !isSet) && (
        <option value={NOTHING}>{column.isNullable ? 'NULL' : t('choose')}</option>
      )}
      {known.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}
