import { calendarSpans, lastUnits } from '@causeway/contract/tables/filters.ts';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WholeNumberInput } from '#ui/whole-number-input.tsx';
import { spanOf } from './filter-choices.ts';
import classes from './filter-form.module.css';

type SpanFieldsProps = {
  operator: 'inLast' | 'inThis';
  value: string;
  isInRow: boolean;
  onChange: (value: string) => void;
};

/** A span of days that goes along with the clock: the last seven days, this month. */
export function SpanFields({ operator, value, isInRow, onChange }: SpanFieldsProps) {
  const { t } = useTranslation('filters');
  const named = (label: string) => (isInRow ? { 'aria-label': label } : { label });
  if (operator === 'inThis') {
    return (
      <NativeSelect
        {...named(t('filter.span'))}
        data={calendarSpans.map((span) => ({ value: span, label: t(`this.${span}`) }))}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const { count, unit } = spanOf(value) ?? { count: 7, unit: 'day' };
  return (
    <div className={classes.span}>
      <WholeNumberInput
        {...named(t('filter.count'))}
        min={1}
        max={99_999}
        value={count}
        onChange={(next) => onChange(`${next} ${unit}s`)}
      />
      <NativeSelect
        {...named(t('filter.unit'))}
        data={lastUnits.map((one) => ({ value: one, label: t(`last.${one}`, { count }) }))}
        value={unit}
        onChange={(event) => onChange(`${count} ${event.currentTarget.value}s`)}
      />
    </div>
  );
}
