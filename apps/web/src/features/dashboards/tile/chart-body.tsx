import type { MissingTimes, NamedChart } from '@causeway/contract/dashboards/charts.ts';
import type { ColumnFormat } from '@causeway/contract/number-formats.ts';
import { endOf } from '@causeway/contract/drawing/number-reading.ts';
import type { QueryRows, RunParameter } from '@causeway/contract/sql/queries.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFigure } from '#domain/charts/chart-figure.tsx';
import { guessChart, type ChartChoice } from '@causeway/contract/drawing/chart-guess.ts';
import { useChartNotes } from '#domain/charts/chart-notes.tsx';
import { missingColumns, placeChart } from '@causeway/contract/drawing/named-chart.ts';
import type { ValueColour } from '@causeway/contract/drawing/chart-parts.ts';
import type { PickedMark } from '@causeway/contract/drawing/picked-mark.ts';
import type { BucketUnit } from '@causeway/contract/drawing/time-buckets.ts';
import { TileNote } from './tile-note.tsx';
import classes from './chart-body.module.css';

const ChartTableDialog = lazy(() => import('./chart-table-dialog.tsx'));

type ChartBodyProps = {
  title: string;
  chart: NamedChart | null;
  formats: readonly ColumnFormat[] | undefined;
  result: QueryRows;
  colours?: readonly ValueColour[] | undefined;
  missing?: MissingTimes | undefined;
  units?: Record<string, BucketUnit> | undefined;
  timeZone: string;
  parameters: readonly RunParameter[] | undefined;
  onPick?: ((mark: PickedMark) => void) | undefined;
  onMenu?: ((mark: PickedMark, place: { x: number; y: number }) => void) | undefined;
};

/** The chart somebody chose; what the columns suggest where nobody did. */
export default function ChartBody({ chart, ...shown }: ChartBodyProps) {
  const { t } = useTranslation('dashboards');
  const { fields } = shown.result;
  const choice = useMemo(
    () => (chart ? placeChart(chart, fields) : guessChart(fields)),
    [chart, fields],
  );
  if (choice) return <Drawn {...shown} choice={choice} />;
  const names = chart && missingColumns(chart, fields).join(', ');
  return <TileNote>{names ? t('tile.missingColumn', { names }) : t('charts:noNumbers')}</TileNote>;
}

type DrawnProps = Omit<ChartBodyProps, 'chart'> & { choice: ChartChoice };

function Drawn(props: DrawnProps) {
  const { title, choice, formats, result, colours, missing, units, onPick, onMenu } = props;
  const { timeZone, parameters } = props;
  const { t } = useTranslation('dashboards');
  const { fields, rows, hasMore } = result;
  const notes = useChartNotes({ choice, fields, rows });
  const [isTable, setIsTable] = useState(false);
  const said = hasMore ? [t('tile.firstPoints', { count: rows.length }), ...notes] : notes;
  return (
    <div className={classes.chart}>
      <div className={classes.drawing}>
        <ChartFigure
          label={t('charts:label', { name: title, kind: t(`charts:kinds.${choice.kind}`) })}
          choice={choice}
          fields={fields}
          rows={rows}
          formats={formats}
          colours={colours}
          missing={missing}
          units={units}
          at={endOf(result, timeZone, parameters)}
          onPick={onPick}
          onMenu={onMenu}
          onTable={() => setIsTable(true)}
        />
      </div>
      {said.length > 0 && <TileNote isFoot>{said.join(' ')}</TileNote>}
      {isTable && (
        <Suspense fallback={null}>
          <ChartTableDialog
            title={title}
            result={result}
            formats={formats}
            onClose={() => setIsTable(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
