import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFigure } from '#domain/charts/chart-figure.tsx';
import { ChartFields } from '#domain/charts/chart-fields.tsx';
import { guessChart } from '@causeway/contract/drawing/chart-guess.ts';
import { useChartNotes } from '#domain/charts/chart-notes.tsx';
import { nameChart } from '@causeway/contract/drawing/named-chart.ts';
import { Icon } from '#ui/icon.tsx';
import type { OpenDialog } from '../editor-dialogs.tsx';
import type { StatementRun } from '../run/run-store.ts';
import classes from './chart-view.module.css';

/** More points than these nobody tells apart. */
const MOST_ROWS = 5_000;

type ChartViewProps = {
  run: StatementRun | undefined;
  title: string;
  /** Undefined where the caller may change no dashboard. */
  onDialog: ((dialog: OpenDialog) => void) | undefined;
};

/** A picture of the result on screen. */
export default function ChartView({ run, title, onDialog }: ChartViewProps) {
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
  if (!run?.result || fields.length === 0) return <p className={classes.none}>{t('chart.none')}</p>;
  if (!choice) return <p className={classes.none}>{t('charts:noNumbers')}</p>;
  const { result, statement } = run;
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <ChartFields choice={choice} fields={fields} onChange={setChoice} />
        {result.loadedRows > MOST_ROWS && (
          <span className={classes.note}>{t('chart.first', { count: MOST_ROWS })}</span>
        )}
        {data && <ChartNotes choice={choice} fields={fields} rows={data} />}
        <span className={classes.space} />
        {onDialog && result.command === 'SELECT' && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<Icon name="dashboard" size={13} />}
            onClick={() =>
              onDialog({
                kind: 'dashboard',
                sql: statement.text,
                tile: { kind: 'chart', chart: nameChart(choice, fields) },
              })
            }
          >
            {t('dashboard.send')}
          </Button>
        )}
      </div>
      <div className={classes.drawing}>
        {data && (
          <ChartFigure
            label={t('charts:label', { name: title, kind: t(`charts:kinds.${choice.kind}`) })}
            choice={choice}
            fields={fields}
            rows={data}
          />
        )}
      </div>
    </div>
  );
}

function ChartNotes(source: Parameters<typeof useChartNotes>[0]) {
  const notes = useChartNotes(source);
  return notes.length > 0 && <span className={classes.note}>{notes.join(' ')}</span>;
}
