import type { AskingTile, DashboardSettings } from '@causeway/contract/dashboards/dashboards.ts';
import type { PickedMark } from '@causeway/contract/drawing/picked-mark.ts';
import type { BucketUnit } from '@causeway/contract/drawing/time-buckets.ts';
import type { QueryRows, RunParameter } from '@causeway/contract/sql/queries.ts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon } from '#ui/icon.tsx';
import { GaugeBody } from './gauge-body.tsx';
import { NumberBody } from './number-body.tsx';
import { PivotBody } from './pivot-body.tsx';
import { TableBody } from './table-body.tsx';
import { TileNote } from './tile-note.tsx';
import classes from './tile-rows.module.css';

// Charts bring their drawing along, which a dashboard without any does not need.
const ChartBody = lazy(() => import('./chart-body.tsx'));

type Drawn = {
  tile: AskingTile;
  title: string;
  colours?: DashboardSettings['colours'];
  timeZone: string;
  /** What a number that is not over is compared with. */
  part?: QueryRows | undefined;
  parameters?: RunParameter[] | undefined;
  /** How long the times of its columns are, where the query says so. */
  units?: Record<string, BucketUnit> | undefined;
  onPick?: ((mark: PickedMark) => void) | undefined;
  onMenu?: ((mark: PickedMark, place: { x: number; y: number }) => void) | undefined;
};

type TileRowsProps = Drawn & { rows: UseQueryResult<QueryRows> };

/** What the query found, in the way of the tile. While it is read again, the old stays, dimmed. */
export function TileRows({ rows, ...drawn }: TileRowsProps) {
  const { t } = useTranslation('dashboards');
  const { data, error, isFetching, refetch } = rows;
  if (isErrorBody(error) && error.code === 'E_CONNECTOR_TOO_POWERFUL') {
    return (
      <div className={classes.closed}>
        <Icon name="lock" size={18} />
        <p>{t('tile.tooPowerful')}</p>
      </div>
    );
  }
  if (error) {
    return (
      <div className={classes.failed} role="alert">
        <Icon name="error" size={18} />
        <pre>{errorText(error)}</pre>
        <Button
          size="compact-sm"
          variant="default"
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {t('tile.retry')}
        </Button>
      </div>
    );
  }
  if (!data) return <Waiting />;
  if (data.rows.length === 0) return <TileNote>{t('tile.noRows')}</TileNote>;
  return (
    <div className={classes.rows} aria-busy={isFetching}>
      <TileBody {...drawn} result={data} />
    </div>
  );
}

function TileBody(props: Drawn & { result: QueryRows }) {
  const { tile, title, result, colours, timeZone, part, parameters, units, onPick, onMenu } = props;
  const shared = { title, result, formats: tile.formats };
  switch (tile.kind) {
    case 'number':
      return (
        <NumberBody
          {...shared}
          {...{ timeZone, part, parameters }}
          isDownGood={tile.isDownGood ?? false}
        />
      );
    case 'table':
      return <TableBody {...shared} />;
    case 'gauge':
      return <GaugeBody {...shared} goal={tile.goal} look={tile.look} />;
    case 'pivot':
      return <PivotBody {...shared} pivot={tile.pivot} />;
    default:
      return (
        <Suspense fallback={<Waiting />}>
          <ChartBody
            {...shared}
            {...{ timeZone, parameters }}
            chart={tile.chart}
            missing={tile.missing}
            units={units}
            colours={colours}
            onPick={onPick}
            onMenu={onMenu}
          />
        </Suspense>
      );
  }
}

function Waiting() {
  const { t } = useTranslation('dashboards');
  return <output className={classes.waiting} aria-label={t('tile.loading')} />;
}
