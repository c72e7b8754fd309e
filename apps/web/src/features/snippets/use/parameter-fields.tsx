import { needsOf } from '@causeway/contract/snippets/placeholders.ts';
import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './parameter-fields.module.css';

type ParameterFieldsProps = {
  sql: string;
  types: Record<string, string>;
  values: Record<string, string | null>;
  onValue: (name: string, value: string | null) => void;
};

/** Values can be left for the editor, which asks for them again. */
export function ParameterFields({ sql, types, values, onValue }: ParameterFieldsProps) {
  const { t } = useTranslation('snippets');
  const names = useMemo(() => needsOf(sql).parameters, [sql]);
  if (names.length === 0) return null;
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{t('needs.parameters')}</legend>
      {names.map((name) => (
        <TextInput
          key={name}
          label={`:${name}`}
          description={types[name]}
          classNames={{ label: classes.label }}
          placeholder="NULL"
          value={values[name] ?? ''}
          onChange={({ currentTarget: { value } }) => onValue(name, value === '' ? null : value)}
        />
      ))}
    </fieldset>
  );
}
