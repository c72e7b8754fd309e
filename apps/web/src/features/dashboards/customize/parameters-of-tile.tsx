import type { QueryParameter, RunParameter } from '@causeway/contract/sql/queries.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type ParametersOfTileProps = {
  /** Those of the query, with the values saved with it. */
  wanted: QueryParameter[];
  given: RunParameter[];
  onChange: (parameters: RunParameter[]) => void;
};

/** Values of this tile; an empty field takes what was saved with the query. */
export function ParametersOfTile({ wanted, given, onChange }: ParametersOfTileProps) {
  const { t } = useTranslation('dashboards');
  const valueOf = new Map(given.map(({ name, value }) => [name, value]));

  /** When it is typed, not with every letter: each value asks the database. */
  function commit(name: string, text: string) {
    if (text === (valueOf.get(name) ?? '')) return;
    const others = given.filter((one) => one.name !== name);
    onChange(text === '' ? others : [...others, { name, value: text }]);
  }

  return wanted.map(({ name, type, value }) => (
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
  ));
}
