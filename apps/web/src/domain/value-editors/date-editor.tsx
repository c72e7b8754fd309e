import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockOf, dayOf, nowText, withClock, withClockOnly, withDay } from './date-text.ts';
import { editorKindOf } from './editor-kind.ts';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { fieldProps } from './field-props.ts';
import classes from './value-editor.module.css';

/** The text itself, and beside it a calendar and a clock that change only their part of it. */
export function DateEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { column, label, value, onChange, isReadOnly } = props;
  const kind = dateKindOf(props);
  const hasZone = column.baseType.endsWith('with time zone');
  const text = textOfValue(value);
  function chooseClock(clock: string) {
    if (clock === '') return;
    const today = nowText('date', false, new Date());
    onChange({ set: kind === 'time' ? withClockOnly(text, clock) : withClock(text, clock, today) });
  }
  return (
    <>
      <TextInput
        {...fieldProps(props)}
        className={classes.number}
        value={text}
        onChange={(event) => onChange({ set: event.currentTarget.value })}
      />
      {!isReadOnly && (
        <div className={classes.below}>
          {kind !== 'time' && (
            <input
              type="date"
              className={classes.picker}
              aria-label={t('day', { field: label })}
              value={dayOf(text)}
              onChange={({ target }) =>
                target.value && onChange({ set: withDay(text, target.value) })
              }
            />
          )}
          {kind !== 'date' && (
            <input
              type="time"
              step={1}
              className={classes.picker}
              aria-label={t('clock', { field: label })}
              value={clockOf(text)}
              onChange={({ target }) => chooseClock(target.value)}
            />
          )}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onChange({ set: nowText(kind, hasZone, new Date()) })}
          >
            {t('now')}
          </Button>
        </div>
      )}
    </>
  );
}

function dateKindOf({ column }: EditorProps): 'date' | 'time' | 'timestamp' {
  const kind = editorKindOf(column);
  return kind === 'date' || kind === 'time' ? kind : 'timestamp';
}
