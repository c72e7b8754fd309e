import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { findIntervalParts, intervalText, intervalUnits } from './interval-text.ts';
import { TextOfValue } from './text-of-value.tsx';
import classes from './value-editor.module.css';

export function IntervalEditor(props: EditorProps) {
  const { t } = useTranslation('value-editors');
  const { label, value, onChange, isReadOnly } = props;
  const text = textOfValue(value);
  const parts = findIntervalParts(text === '' ? '00:00:00' : text);
  return (
    <>
      <TextOfValue {...props} />
      {parts && !isReadOnly && (
        <div className={classes.units}>
          {intervalUnits.map((unit) => (
            <label key={unit} className={classes.unit}>
              {t(unit)}
              <TextInput
                size="xs"
                inputMode="decimal"
                aria-label={`${label}, ${t(unit)}`}
                // The other parts are written anew with this one, so it is taken once it is complete.
                key={parts[unit]}
                defaultValue={parts[unit]}
                onBlur={({ target }) => {
                  if (target.value !== parts[unit]) {
                    onChange({ set: intervalText({ ...parts, [unit]: target.value }) });
                  }
                }}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}
