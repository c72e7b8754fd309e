import { resolveDates, spans } from '@causeway/contract/dashboards/filter-dates.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import type { FilterFieldProps } from './filter-bar.tsx';

const OWN = 'own';

/** Days by the calendar of the project: a span that moves with today, or two days. */
export function DatesField({ filter, pick, filtering, onSet }: FilterFieldProps) {
  const { t } = useTranslation('dashboards');
  const { date } = useFormats();
  const { now, zone } = filtering;
  const [value = ''] = pick.values;
  const isSpan = value === '' || spans.some((span) => span === value);
  const [first = '', last = ''] = isSpan ? [] : value.split('..');
  const days = value === '' ? undefined : resolveDates(value, now, zone);
  const isWhole = days?.from && days.before;
  const set = (text: string) => onSet({ values: text === '' ? [] : [text], isEmpty: false });
  return (
    <>
      <NativeSelect
        size="xs"
        label={filter.label}
        value={isSpan ? value : OWN}
        title={isWhole ? `${date(days.from ?? '')} – < ${date(days.before ?? '')}` : undefined}
        data={[
          { value: '', label: t('filters.all') },
          ...spans.map((span) => ({ value: span, label: t(`filters.spans.${span}`) })),
          { value: OWN, label: t('filters.own') },
        ]}
        onChange={({ currentTarget }) =>
          set(
            currentTarget.value === OWN
              ? `${days?.from ?? now.toISOString().slice(0, 10)}..`
              : currentTarget.value,
          )
        }
      />
      {!isSpan && (
        <>
          <TextInput
            size="xs"
            type="date"
            label={t('filters.from')}
            defaultValue={first}
            onBlur={({ currentTarget }) => set(`${currentTarget.value}..${last}`)}
          />
          <TextInput
            size="xs"
            type="date"
            label={t('filters.to')}
            defaultValue={last}
            onBlur={({ currentTarget }) => set(`${first}..${currentTarget.value}`)}
          />
        </>
      )}
    </>
  );
}
