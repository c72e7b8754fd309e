import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-bar.module.css';
import { resolveDates, spans } from '@causeway/contract/dashboard-filter-dates.ts';
import type { Filtering } from './use-filters.ts';

type FilterBarProps = {
  filtering: Filtering;
  onSet: (filter: DashboardFilter, value: string) => void;
  onClear: () => void;
};

/** What the tiles are narrowed to; every one can be set to no value at all. */
export function FilterBar({ filtering, onSet, onClear }: FilterBarProps) {
  const { t } = useTranslation('dashboards');
  const { filters, state } = filtering;
  if (filters.length === 0 && state.problems.length === 0) return null;
  return (
    <>
      <fieldset className={classes.bar} aria-label={t('filters.title')}>
        {filters.map((filter) => (
          <FilterField
            // A value that was set elsewhere is shown, not the one that was typed.
            key={`${filter.slug} ${state.values[filter.slug]}`}
            filter={filter}
            value={state.values[filter.slug] ?? ''}
            now={filtering.now}
            onSet={(value) => onSet(filter, value)}
          />
        ))}
      </fieldset>
      {state.problems.length > 0 && (
        <div className={classes.problem} role="alert">
          <Icon name="warning" size={18} />
          <p>
            {state.problems
              .map(({ kind, slug, value }) => t(`filters.${kind}`, { slug, value }))
              .join(' ')}{' '}
            {t('filters.nothingShown')}
          </p>
          <Button size="compact-sm" variant="default" onClick={onClear}>
            {t('filters.clear')}
          </Button>
        </div>
      )}
    </>
  );
}

type FilterFieldProps = {
  filter: DashboardFilter;
  value: string;
  now: Date;
  onSet: (value: string) => void;
};

function FilterField({ filter, value, now, onSet }: FilterFieldProps) {
  const { t } = useTranslation('dashboards');
  const { label, type, options } = filter;
  const all = { value: '', label: t('filters.all') };
  if (type === 'dates') return <DatesField label={label} value={value} now={now} onSet={onSet} />;
  if (type === 'boolean' || options.length > 0) {
    const choices =
      type === 'boolean'
        ? ['true', 'false'].map((one) => ({ value: one, label: t(`filters.${one}`) }))
        : options.map((one) => ({ value: one, label: one }));
    return (
      <NativeSelect
        size="xs"
        label={label}
        value={value}
        data={[all, ...choices]}
        onChange={({ currentTarget }) => onSet(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      label={label}
      defaultValue={value}
      placeholder={t('filters.all')}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      maxLength={200}
      // When it is typed, not with every letter: each value asks the database.
      onBlur={({ currentTarget }) => currentTarget.value !== value && onSet(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && onSet(currentTarget.value)}
    />
  );
}

const OWN = 'own';

function DatesField({
  label,
  value,
  now,
  onSet,
}: Omit<FilterFieldProps, 'filter'> & { label: string }) {
  const { t } = useTranslation('dashboards');
  const { date } = useFormats();
  const isSpan = value === '' || spans.some((span) => span === value);
  const [first = '', last = ''] = isSpan ? [] : value.split('..');
  const days = value === '' ? undefined : resolveDates(value, now);
  const isWhole = days?.from && days.before;
  return (
    <>
      <NativeSelect
        size="xs"
        label={label}
        value={isSpan ? value : OWN}
        title={isWhole ? `${date(days.from ?? '')} – < ${date(days.before ?? '')}` : undefined}
        data={[
          { value: '', label: t('filters.all') },
          ...spans.map((span) => ({ value: span, label: t(`filters.spans.${span}`) })),
          { value: OWN, label: t('filters.own') },
        ]}
        onChange={({ currentTarget }) =>
          onSet(
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
            onBlur={({ currentTarget }) => onSet(`${currentTarget.value}..${last}`)}
          />
          <TextInput
            size="xs"
            type="date"
            label={t('filters.to')}
            defaultValue={last}
            onBlur={({ currentTarget }) => onSet(`${first}..${currentTarget.value}`)}
          />
        </>
      )}
    </>
  );
}
