import { type DashboardFilter, parameterNames } from '@causeway/contract/dashboards/filters.ts';
import {
  CONDITION,
  type QueryParameter,
  type RunParameter,
} from '@causeway/contract/sql/queries.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './inspector.module.css';

type ParametersOfTileProps = {
  /** Those of the query, with the values saved with it. */
  wanted: QueryParameter[];
  given: RunParameter[];
  filters: readonly DashboardFilter[];
  onChange: (parameters: RunParameter[]) => void;
};

/**
 * Values of this tile; an empty field takes what was saved with the query. What a filter of the
 * dashboard gives is not typed here, and a condition is nothing that people type.
 */
export function ParametersOfTile({ wanted, given, filters, onChange }: ParametersOfTileProps) {
  const { t } = useTranslation('dashboards');
  const valueOf = new Map(given.map(({ name, value }) => [name, value]));

  /** When it is typed, not with every letter: each value asks the database. */
  function commit(name: string, text: string) {
    if (text === (valueOf.get(name) ?? '')) return;
    const others = given.filter((one) => one.name !== name);
    onChange(text === '' ? others : [...others, { name, value: text }]);
  }

  return wanted.map(({ name, type, value }) => {
    const filter = filters.find((one) => one.slug === name || parameterNames(one).includes(name));
    if (filter || type === CONDITION) {
      return (
        <p key={name} className={classes.fed}>
          <Icon name="filter" size={14} />
          <code>{`:${name}`}</code>
          <span>{filter ? t('fedBy', { name: filter.label }) : t('fedByNone')}</span>
        </p>
      );
    }
    return (
      <TextInput
        key={name}
        label={`:${name}`}
        description={type}
        defaultValue={valueOf.get(name) ?? ''}
        placeholder={value ?? t('noParameter')}
        onBlur={({ currentTarget }) => commit(name, currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') commit(name, currentTarget.value);
        }}
      />
    );
  });
}
