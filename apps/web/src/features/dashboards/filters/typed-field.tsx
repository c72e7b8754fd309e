import { readRange } from '@causeway/contract/dashboards/filter-values.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BesideEmpty } from './beside-empty.tsx';
import type { ValueFieldProps } from './value-field.tsx';
import classes from './filter-bar.module.css';

type TypedFieldProps = Pick<ValueFieldProps, 'filter' | 'pick' | 'onSet'>;

/** One value that is typed, or the two ends of a range. */
export function TypedField(props: TypedFieldProps) {
  return (
    <BesideEmpty {...props}>
      <Typed {...props} />
    </BesideEmpty>
  );
}

function Typed({ filter, pick, onSet }: TypedFieldProps) {
  const { t } = useTranslation('dashboards');
  const [value = ''] = pick.values;
  const set = (text: string) => {
    if (text !== value) onSet({ values: text === '' ? [] : [text], isEmpty: false });
  };
  const inputMode = filter.type === 'text' ? 'text' : 'decimal';
  if (filter.type !== 'numbers') {
    return (
      <TextInput
        size="xs"
        label={filter.label}
        defaultValue={value}
        placeholder={pick.isEmpty ? '' : t('filters.all')}
        inputMode={inputMode}
        maxLength={200}
        // When it is typed, not with every letter: each value asks the database.
        onBlur={({ currentTarget }) => set(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && set(currentTarget.value)}
      />
    );
  }
  const { least, most } = readRange(value) ?? { least: null, most: null };
  const setRange = (from: string, to: string) => set(from || to ? `${from}..${to}` : '');
  return (
    <div className={classes.range}>
      <TextInput
        size="xs"
        label={filter.label}
        aria-label={t('filters.least', { label: filter.label })}
        placeholder={t('filters.leastShort')}
        defaultValue={least ?? ''}
        inputMode={inputMode}
        onBlur={({ currentTarget }) => setRange(currentTarget.value.trim(), most ?? '')}
      />
      <TextInput
        size="xs"
        label=" "
        aria-label={t('filters.most', { label: filter.label })}
        placeholder={t('filters.mostShort')}
        defaultValue={most ?? ''}
        inputMode={inputMode}
        onBlur={({ currentTarget }) => setRange(least ?? '', currentTarget.value.trim())}
      />
    </div>
  );
}
