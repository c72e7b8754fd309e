import type { QueryParameter } from '@causeway/contract/sql/queries.ts';
import { needsOf } from '@causeway/contract/snippets/placeholders.ts';
import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './parameter-defaults.module.css';

type ParameterDefaultsProps = {
  sql: string;
  parameters: QueryParameter[];
  onParameters: (parameters: QueryParameter[]) => void;
};

/** The value a reader starts with, so that a snippet works before they have changed anything. */
export function ParameterDefaults({ sql, parameters, onParameters }: ParameterDefaultsProps) {
  const { t } = useTranslation('snippets');
  const names = useMemo(() => needsOf(sql).parameters, [sql]);
  if (names.length === 0) return null;
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));

  function set(name: string, change: Partial<QueryParameter>) {
    const before = known.get(name) ?? { name, type: '', value: null };
    const others = parameters.filter((parameter) => parameter.name !== name);
    onParameters([...others, { ...before, ...change }]);
  }

  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>{t('edit.defaults')}</legend>
      {names.map((name) => (
        <div key={name} className={classes.row}>
          <code className={classes.name}>:{name}</code>
          <TextInput
            aria-label={t('edit.typeOf', { name })}
            placeholder={t('edit.type')}
            maxLength={100}
            value={known.get(name)?.type ?? ''}
            onChange={({ currentTarget: { value } }) => set(name, { type: value })}
          />
          <TextInput
            aria-label={t('edit.valueOf', { name })}
            placeholder="NULL"
            maxLength={10_000}
            value={known.get(name)?.value ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set(name, { value: value === '' ? null : value })
            }
          />
        </div>
      ))}
    </fieldset>
  );
}
