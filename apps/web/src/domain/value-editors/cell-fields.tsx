import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import classes from './cell-editor.module.css';
import type { EditedColumn } from './editor-kind.ts';
import { NULL_VALUE, textOfValue } from './field-value.ts';

/** What fills a cell of a grid while it is edited. */
type CellFieldProps = {
  column: EditedColumn;
  label: string;
  value: StagedValue | undefined;
  /** What was typed to open the cell; undefined when it was opened to be edited. */
  typed?: string | undefined;
  /** It was open already: nothing is selected, so that the next key adds to what was typed. */
  goesOn?: boolean;
  onChange: (value: StagedValue) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

export function CellTextField(props: CellFieldProps) {
  const { column, label, value, typed, goesOn, onChange, onKeyDown } = props;
  const [text, setText] = useState(typed === undefined ? textOfValue(value) : '');
  const input = useRef<HTMLInputElement>(null);
  const start = useEffectEvent(() => {
    input.current?.focus();
    if (goesOn) input.current?.setSelectionRange(text.length, text.length);
    else input.current?.select();
  });
  useLayoutEffect(() => start(), []);
  return (
    <input
      className={classes.input}
      data-number={column.category === 'N' || undefined}
      aria-label={label}
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

type CellChoiceFieldProps = CellFieldProps & {
  /** What the list says while a column that must have a value has none. */
  emptyLabel: string;
};

export function CellChoiceField(props: CellChoiceFieldProps) {
  const { column, label, value, typed, emptyLabel, onChange, onKeyDown } = props;
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
      aria-label={label}
      ref={select}
      value={isSet ? value.set : NOTHING}
      onChange={({ target }) => choose(target.value)}
      onKeyDown={onKeyDown}
    >
      {(column.isNullable || !isSet) && (
        <option value={NOTHING}>{column.isNullable ? 'NULL' : emptyLabel}</option>
      )}
      {known.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}
