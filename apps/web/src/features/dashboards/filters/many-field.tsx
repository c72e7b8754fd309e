import { TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BesideEmpty } from './beside-empty.tsx';
import type { ValueFieldProps } from './value-field.tsx';

/** Several values that are typed, one after the other. */
export function ManyField({ filter, pick, onSet }: Omit<ValueFieldProps, 'offered' | 'moment'>) {
  const { t } = useTranslation('dashboards');
  const { label, type } = filter;
  return (
    <BesideEmpty filter={filter} pick={pick} onSet={onSet}>
      <TagsInput
        size="xs"
        label={label}
        value={pick.values.filter((value) => value !== '')}
        placeholder={pick.values.length > 0 || pick.isEmpty ? '' : t('filters.all')}
        inputMode={type === 'text' ? 'text' : 'decimal'}
        maxLength={200}
        maxTags={MOST_TYPED}
        // A name may have a comma, and differ from another in its capitals only.
        splitChars={[]}
        isDuplicate={(value, typed) => typed.includes(value)}
        clearable
        clearButtonProps={{ 'aria-label': t('filters.clearOne', { label }) }}
        onChange={(values) => onSet({ ...pick, values })}
      />
    </BesideEmpty>
  );
}

const MOST_TYPED = 100;
