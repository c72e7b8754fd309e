import type { ArtifactOf, Cell } from '@causeway/contract/artifacts.ts';
import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArtifactFrame } from './artifact-frame.tsx';
import { Chart } from './chart.tsx';
import classes from './chart-artifact.module.css';
import { ResultTable } from './result-table.tsx';

/** A picture of an answer, and the numbers behind it one click away. */
export function ChartArtifact({ artifact }: { artifact: ArtifactOf<'chart'> }) {
  const { t } = useTranslation('artifacts');
  const { title, form, along, fields, rows } = artifact;
  const [view, setView] = useState('chart');
  const { ref, width } = useElementSize();
  const alongAt = fields.findIndex((field) => field.name === along);
  const series = fields.flatMap((field, column) =>
    column === alongAt
      ? []
      : [{ name: field.name, values: rows.map((row) => toNumber(row[column])) }],
  );
  return (
    <ArtifactFrame
      icon={form === 'line' ? 'chartLine' : 'chart'}
      title={title}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: t('chart') },
            { value: 'table', label: t('table') },
          ]}
        />
      }
    >
      {view === 'table' ? (
        <ResultTable label={title} fields={fields} rows={rows} />
      ) : (
        <div className={classes.chart}>
          <div ref={ref} />
          <Chart
            title={title}
            form={form}
            labels={labelsOf(rows.map((row) => String(row[alongAt] ?? '–')))}
            series={series}
            width={width}
          />
        </div>
      )}
    </ArtifactFrame>
  );
}

/** Days that are all the first of a month are months. */
function labelsOf(labels: string[]): string[] {
  const isMonths = labels.length > 1 && labels.every((label) => /^\d{4}-\d\d-01$/.test(label));
  return isMonths ? labels.map((label) => label.slice(0, 7)) : labels;
}

function toNumber(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '') return null;
  const number = Number(cell);
  return Number.isFinite(number) ? number : null;
}
