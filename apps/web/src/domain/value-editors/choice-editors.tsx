import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './editor-props.ts';
import { NULL_VALUE, textOfValue } from './field-value.ts';

/** Stands in the list for no value; an enum may well have a value of any other name. */
const NOTHING = '\u0000';

export function BooleanEditor(props: EditorProps) {
  return <Choice {...props} values={['true', 'false']} />;
}

export function EnumEditor(props: EditorProps) {
  return <Choice {...props} values={props.column.enumValues ?? []} />;
}

function Choice({ values, ...props }: EditorProps & { values: string[] }) {
  const { t } = useTranslation('value-editors');
  const { column, label, value, onChange, placeholder, isInvalid, isReadOnly, hasFocus } = props;
  const isSet = value !== undefined && 'set' in value;
  const text = textOfValue(value);
  // What the type no longer knows is still what the row holds.
  const known = !isSet || values.includes(text) ? values : [text, ...values];
  const nothing = placeholder === '' ? t('notChosen') : placeholder;
  return (
    <NativeSelect
      aria-label={label}
      aria-describedby={props.describedBy}
      error={isInvalid}
      disabled={isReadOnly}
      autoFocus={hasFocus}
      value={isSet ? text : NOTHING}
      data={[
        ...(isSet && !column.isNullable
          ? []
          : [{ value: NOTHING, label: isSet ? t('null') : nothing }]),
        ...known.map((one) => ({ value: one, label: one })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === NOTHING ? NULL_VALUE : { set: currentTarget.value })
      }
    />
  );
}
