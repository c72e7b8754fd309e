import type { NamedChart } from '@causeway/contract/charts.ts';
import type { QueryRows } from '@causeway/contract/queries.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartDrawing } from '#domain/charts/chart-drawing.tsx';
import { guessChart } from '#domain/charts/chart-guess.ts';
import { placeChart } from '#domain/charts/named-chart.ts';
import classes from './chart-body.module.css';

type ChartBodyProps = { title: string; chart: NamedChart | null; result: QueryRows };

/** The chart somebody chose; what the columns suggest where nobody did. */
export default function ChartBody({ title, chart, result }: ChartBodyProps) {
  const { t } = useTranslation('dashboards');
  const { fields, rows, hasMore } = result;
  const choice = useMemo(
    () => (chart ? placeChart(chart, fields) : guessChart(fields)),
    [chart, fields],
  );
  if (!choice) {
    const missing = chart && [chart.x, ...chart.ys].filter((name) => !hasField(fields, name));
    return (
      <p className={classes.none}>
        {missing ? t('tile.missingColumn', { names: missing.join(', ') }) : t('charts:noNumbers')}
      </p>
    );
  }
  return (
    <div className={classes.chart}>
      <div className={classes.drawing}>
        <ChartDrawing
          label={t('charts:label', { name: title, kind: t(`charts:${choice.kind}`) })}
          choice={choice}
          fields={fields}
          rows={rows}
        />
      </div>
      {hasMore && <p className={classes.cut}>{t('tile.firstPoints', { count: rows.length })}</p>}
    </div>
  );
}

function hasField(fields: QueryRows['fields'], name: string): boolean {
  return fields.some((field) => field.name === name);
}
