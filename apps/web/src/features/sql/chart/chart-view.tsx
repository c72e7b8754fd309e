import { MultiSelect, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNumber } from '../results/cell-view.tsx';
import type { StatementRun } from '../run/run-store.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { chartKinds, guessChart, type ChartChoice } from './chart-guess.ts';
import classes from './chart-view.module.css';

/** More points than these nobody tells apart. */
const MOST_ROWS = 5_000;

/** A picture of the result on screen. */
export default function ChartView({ run }: { run: StatementRun | undefined }) {
  const { t } = useTranslation('sql');
  const fields = run?.result?.fields ?? [];
  const [choice, setChoice] = useState(() => guessChart(fields));
  const { data } = useQuery({
    queryKey: ['queries', 'chart', run?.key],
    queryFn: () => run?.rows?.readFirst(MOST_ROWS) ?? Promise.resolve([]),
    enabled: run?.rows !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  const numeric = fields.flatMap(({ type, name }, place) =>
    isNumber(type) ? [{ value: String(place), label: name }] : [],
  );
  if (!run?.result || fields.length === 0) return <p className={classes.none}>{t('chart.none')}</p>;
  if (!choice || numeric.length === 0)
    return <p className={classes.none}>{t('chart.noNumbers')}</p>;
  const change = (next: Partial<ChartChoice>) => setChoice({ ...choice, ...next });
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('chart.kind')}
          value={choice.kind}
          data={chartKinds.map((kind) => ({ value: kind, label: t(`chart.${kind}`) }))}
          onChange={(kind) => change({ kind })}
        />
        <NativeSelect
          size="xs"
          aria-label={t('chart.x')}
          value={String(choice.x)}
          data={fields.map(({ name }, place) => ({ value: String(place), label: name }))}
          onChange={({ currentTarget: { value } }) => change({ x: Number(value) })}
        />
        <MultiSelect
          size="xs"
          className={classes.measures}
          aria-label={t('chart.y')}
          value={choice.ys.map(String)}
          data={numeric}
          onChange={(ys) => ys.length > 0 && change({ ys: ys.map(Number) })}
        />
        {run.result.loadedRows > MOST_ROWS && (
          <span className={classes.note}>{t('chart.first', { count: MOST_ROWS })}</span>
        )}
      </div>
      <div className={classes.drawing}>
        {data && (
          <ChartDrawing
            label={t('chart.label', { kind: t(`chart.${choice.kind}`) })}
            choice={choice}
            fields={fields}
            rows={data}
          />
        )}
      </div>
    </div>
  );
}
