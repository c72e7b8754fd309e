import { resolveDates, spans } from '@causeway/contract/dashboards/filter-dates.ts';
import { writePart } from '@causeway/contract/drawing/time-buckets.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { regionOf } from '#platform/i18n/use-formats.ts';
import type { ValueFieldProps } from './value-field.tsx';

const OWN = 'own';
const EMPTY = 'empty';

/** Days by the calendar of the project: a span that moves with today, or two days. */
export function DatesField({ filter, pick, moment, onSet }: Omit<ValueFieldProps, 'offered'>) {
  const { t, i18n } = useTranslation('dashboards');
  const { now, zone } = moment;
  const [value = ''] = pick.values;
  const isSpan = value === '' || spans.some((span) => span === value);
  const [first = '', last = ''] = isSpan ? [] : value.split('..');
  const days = value === '' ? undefined : resolveDates(value, now, zone);
  const [from, before] = [Date.parse(days?.from ?? ''), Date.parse(days?.before ?? '')];
  const range = before > from ? writePart({ from, before }, regionOf(i18n.language)) : '';
  const set = (text: string) => onSet({ values: text === '' ? [] : [text], isEmpty: false });
  return (
    <>
      <NativeSelect
        size="xs"
        label={filter.label}
        {...(range !== '' && isSpan && { miw: 250 })}
        value={pick.isEmpty ? EMPTY : isSpan ? value : OWN}
        title={range}
        data={[
          { value: '', label: t('filters.all') },
          // Which days it means is said where it counts: at the one that is chosen.
          ...spans.map((span) => ({
            value: span,
            label: [t(`filters.spans.${span}`), span === value && range]
              .filter(Boolean)
              .join(' · '),
          })),
          { value: OWN, label: t('filters.own') },
          ...(filter.hasEmpty || pick.isEmpty
            ? [{ value: EMPTY, label: t('filters.isEmpty') }]
            : []),
        ]}
        onChange={({ currentTarget: { value: chosen } }) => {
          if (chosen === EMPTY) onSet({ values: [], isEmpty: true });
          else set(chosen === OWN ? `${days?.from ?? now.toISOString().slice(0, 10)}..` : chosen);
        }}
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
