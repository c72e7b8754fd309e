import { tileParameters, type FilterPick } from '@causeway/contract/dashboards/filter-values.ts';
import { MultiSelect, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { choicesOf, type Choice } from './choices.ts';
import type { FilterFieldProps } from './filter-bar.tsx';

/** NULL among texts: no value begins with a zero byte. */
const EMPTY = '\0';

/** Values to choose from; one of them may be that there is none. */
export function ChoiceField(props: FilterFieldProps) {
  const { filter, pick, onSet } = props;
  const { t } = useTranslation('dashboards');
  const offered = useOptions(props);
  const { label, type, isMany = false, hasEmpty = false } = filter;
  const nameOf = ({ value, isOffered }: Choice) => {
    if (type === 'boolean') return t(`filters.${value === 'true' ? 'true' : 'false'}`);
    if (value === '') return t('filters.emptyText');
    return isOffered ? value : t('filters.notOffered', { value });
  };
  const data = [
    ...choicesOf(offered, pick).map((choice) => ({ value: choice.value, label: nameOf(choice) })),
    ...(hasEmpty || pick.isEmpty ? [{ value: EMPTY, label: t('filters.isEmpty') }] : []),
  ];
  const chosen = pick.isEmpty ? [...pick.values, EMPTY] : pick.values;
  if (isMany) {
    return (
      <MultiSelect
        size="xs"
        label={label}
        searchable
        clearable
        placeholder={chosen.length === 0 ? t('filters.all') : ''}
        value={chosen}
        data={data}
        limit={200}
        comboboxProps={{ withinPortal: true }}
        clearButtonProps={{ 'aria-label': t('filters.clearOne', { label }) }}
        onChange={(values) => onSet(pickOf(values))}
      />
    );
  }
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={chosen[0] ?? ALL}
      data={[{ value: ALL, label: t('filters.all') }, ...data]}
      onChange={({ currentTarget: { value } }) => onSet(pickOf(value === ALL ? [] : [value]))}
    />
  );
}

const ALL = '\0all';

function pickOf(values: readonly string[]): FilterPick {
  return {
    values: values.filter((value) => value !== EMPTY),
    isEmpty: values.includes(EMPTY),
  };
}

/** Written down, or what a query finds, which may depend on other filters. */
function useOptions({ filter, filtering, queries }: FilterFieldProps): string[] {
  const { type, options, optionsFrom } = filter;
  const query = queries.find(({ id }) => id === optionsFrom?.queryId);
  const ready = query?.state === 'ready' ? query : undefined;
  const parameters = ready ? tileParameters(ready, [], filtering.parameters) : [];
  const { data } = useQuery({
    ...tileRowsQuery(ready ?? { id: '', connectorId: '', version: 0 }, parameters),
    enabled: ready !== undefined,
  });
  if (type === 'boolean') return ['true', 'false'];
  if (!ready) return options;
  const found = data?.rows.flatMap(([cell]) => (cell === null ? [] : [String(cell)])) ?? [];
  return [...new Set(found)].slice(0, 1_000);
}
