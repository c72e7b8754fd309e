import type { QueryParameter } from '@causeway/contract/sql/queries.ts';
import { listParameters } from '@causeway/contract/sql/placeholders.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './parameters-bar.module.css';

type ParametersBarProps = {
  sql: string;
  parameters: QueryParameter[];
  /** As the database types them; unknown until it was asked. */
  types: { name: string; type: string }[];
  /** Asked to run while these had no value. */
  missing: readonly string[];
  onChange: (parameters: QueryParameter[]) => void;
  onRun: () => void;
};

/** A field for each `:name` of the text, with the type the database gives it. */
export function ParametersBar(props: ParametersBarProps) {
  const { sql, parameters, types, missing, onChange, onRun } = props;
  const { t } = useTranslation('sql');
  const wanted = useMemo(() => listParameters(sql), [sql]);
  if (wanted.length === 0) return null;
  const known = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));

  function set(name: string, value: string | null) {
    const type = typeOf.get(name) ?? known.get(name)?.type ?? '';
    const others = parameters.filter((parameter) => parameter.name !== name);
    onChange([...others, { name, type, value }]);
  }

  return (
    // Only hears the key that runs, wherever in the fields it is pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.bar}
      aria-label={t('parameters.label')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onRun();
      }}
    >
      {wanted.map(({ name, isName }) => {
        const type = isName
          ? t('parameters.name')
          : (typeOf.get(name) ?? known.get(name)?.type ?? '');
        const isNull = known.get(name)?.value === null;
        const isMissing = missing.includes(name) && !known.has(name);
        return (
          <label key={name} className={classes.field} data-missing={isMissing || undefined}>
            <span className={classes.name}>:{name}</span>
            <span className={classes.type}>{type}</span>
            <input
              className={classes.input}
              type={inputTypes[type] ?? 'text'}
              step="any"
              value={known.get(name)?.value ?? ''}
              placeholder={isNull ? 'NULL' : t('parameters.value')}
              aria-invalid={isMissing || undefined}
              disabled={isNull}
              spellCheck={false}
              onChange={({ currentTarget: { value } }) => set(name, value)}
            />
            {!isName && (
              <button
                type="button"
                className={classes.null}
                aria-pressed={isNull}
                aria-label={t('parameters.asNull', { name })}
                onClick={() => set(name, isNull ? '' : null)}
              >
                NULL
              </button>
            )}
          </label>
        );
      })}
      {missing.some((name) => wanted.some((one) => one.name === name) && !known.has(name)) && (
        <p className={classes.problem} role="alert">
          {t('parameters.missing')}
        </p>
      )}
    </section>
  );
}

/** Names in the statements to be run that nobody gave a value, nor said to be NULL. */
export function listMissing(sql: string, parameters: readonly QueryParameter[]): string[] {
  const given = new Set(parameters.map(({ name }) => name));
  return listParameters(sql).flatMap(({ name }) => (given.has(name) ? [] : [name]));
}

/** Numbers stay text: a field of numbers would round the large ones. */
const inputTypes: Record<string, string> = { date: 'date', time: 'time' };
