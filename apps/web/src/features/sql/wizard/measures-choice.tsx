import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NamedColumn } from '../completion/names-index.ts';
import classes from './columns-step.module.css';
import { isNumberColumn } from './template-reasons.ts';
import { measureFunctions, type Measure } from './wizard-state.ts';
import { AddLine, RemoveLine } from './line-buttons.tsx';

type MeasuresChoiceProps = {
  columns: NamedColumn[];
  measures: Measure[];
  onChange: (measures: Measure[]) => void;
};

/** What is counted, added up or averaged; sums are offered of numbers only. */
export function MeasuresChoice({ columns, measures, onChange }: MeasuresChoiceProps) {
  const { t } = useTranslation('sql');
  const fitting = (fn: Measure['fn']) =>
    fn === 'sum' || fn === 'avg' ? columns.filter(isNumberColumn) : columns;

  function change(place: number, next: Partial<Measure>) {
    onChange(measures.map((measure, at) => (at === place ? { ...measure, ...next } : measure)));
  }

  return (
    <fieldset className={classes.part}>
      <legend>{t('wizard.measures')}</legend>
      {measures.map((measure, place) => (
        // A measure has no other name than its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={classes.line}>
          <NativeSelect
            aria-label={t('wizard.function')}
            value={measure.fn}
            data={measureFunctions.map((value) => ({
              value,
              label: t(`wizard.functions.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) => {
              const fn = value as Measure['fn'];
              const isFitting = fitting(fn).some(({ name }) => name === measure.column);
              const first = fn === 'count' ? '' : (fitting(fn)[0]?.name ?? '');
              change(place, { fn, column: isFitting ? measure.column : first });
            }}
          />
          <NativeSelect
            aria-label={t('wizard.measureColumn')}
            value={measure.column}
            data={[
              ...(measure.fn === 'count' ? [{ value: '', label: t('wizard.allRows') }] : []),
              ...fitting(measure.fn).map(({ name }) => name),
            ]}
            onChange={({ currentTarget: { value } }) => change(place, { column: value })}
          />
          {measures.length > 1 && (
            <RemoveLine onClick={() => onChange(measures.filter((_, at) => at !== place))} />
          )}
        </div>
      ))}
      <AddLine
        label={t('wizard.addMeasure')}
        onClick={() => onChange([...measures, { fn: 'count', column: '' }])}
      />
    </fieldset>
  );
}
