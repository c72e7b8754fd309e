import type { QueryParameter } from '@causeway/contract/queries.ts';
import { listParameters } from '@causeway/contract/sql-placeholders.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './parameters-bar.module.css';

type ParametersBarProps = {
  sql: string;
  parameters: QueryParameter[];
  /** As the database types them; unknown until it was asked. */
  types: { name: string; type: string }[];
  onChange: (parameters: QueryParameter[]) => void;
};

/** A field for each `:name` of the text, with the type the database gives it. */
export function ParametersBar({ sql, parameters, types, onChange }: ParametersBarProps) {
  const { t } = useTranslation('sql');
  const wanted = useMemo(() => listParameters(sql), [sql]);
  if (wanted.length === 0) return null;
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));

  function set(name: string, text: string) {
    const type = typeOf.get(name) ?? known.get(name)?.type ?? '';
    const others = parameters.filter((parameter) => parameter.name !== name);
    onChange([...others, { name, type, value: text === '' ? null : text }]);
  }

  return (
    <section className={classes.bar} aria-label={t('parameters.label')}>
      {wanted.map(({ name, isName }) => {
        const type = isName
          ? t('parameters.name')
          : (typeOf.get(name) ?? known.get(name)?.type ?? '');
        return (
          <label key={name} className={classes.field}>
            <span className={classes.name}>:{name}</span>
            <span className={classes.type}>{type}</span>
            <input
              className={classes.input}
              type={inputTypes[type] ?? 'text'}
              step="any"
              value={known.get(name)?.value ?? ''}
              placeholder="NULL"
              spellCheck={false}
              onChange={({ currentTarget: { value } }) => set(name, value)}
            />
          </label>
        );
      })}
    </section>
  );
}

/** Numbers stay text: a field of numbers would round the large ones. */
const inputTypes: Record<string, string> = { date: 'date', time: 'time' };
