import { takesMany } from '@causeway/contract/dashboards/filters.ts';
import type { FilterPick } from '@causeway/contract/dashboards/filter-values.ts';
import { MultiSelect, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { choicesOf, type Choice } from './choices.ts';
import type { ValueFieldProps } from './value-field.tsx';

/** NULL among texts: no value begins with a zero byte. */
const EMPTY = '\0';

type ChoiceFieldProps = Pick<ValueFieldProps, 'filter' | 'pick' | 'onSet'> & {
  offered: readonly string[];
};

/** Values to choose from; one of them may be that there is none. */
export function ChoiceField({ filter, pick, offered, onSet }: ChoiceFieldProps) {
  const { t } = useTranslation('dashboards');
  const { label, type, hasEmpty = false } = filter;
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
  if (takesMany(filter)) {
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
