import { missingTimes, type ChartKind } from '@causeway/contract/dashboards/charts.ts';
import { isNumberType } from '@causeway/contract/artifacts.ts';
import type { AskingTile, Pivot, TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '#ui/decimal-input.tsx';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import { guessPivot } from '@causeway/contract/drawing/pivot-reading.ts';

/** Only along times is it known what is missing between two of them. */
const overTime = new Set<ChartKind>(['line', 'area', 'bar', 'stacked']);

type ShapeOfTileProps = {
  tile: AskingTile;
  query: Extract<TileQuery, { state: 'ready' }>;
  onChange: (tile: AskingTile, kind: string) => void;
};

/** What only a tile of its kind can be told. */
export function ShapeOfTile({ tile, query, onChange }: ShapeOfTileProps) {
  const { t } = useTranslation('dashboards');
  if (tile.kind === 'number') {
    return (
      <Checkbox
        label={t('isDownGood')}
        checked={tile.isDownGood ?? false}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...tile, isDownGood: checked }, 'shape')
        }
      />
    );
  }
  if (tile.kind === 'gauge') {
    return (
      <>
        <DecimalInput
          label={t('goal')}
          description={t('goalHint')}
          value={tile.goal ?? null}
          onChange={(goal) => onChange({ ...tile, goal }, 'goal')}
        />
        <NativeSelect
          label={t('look')}
          value={tile.look}
          data={(['ring', 'bar'] as const).map((look) => ({
            value: look,
            label: t(`looks.${look}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...tile, look: value === 'bar' ? 'bar' : 'ring' }, 'look')
          }
        />
      </>
    );
  }
  if (tile.kind === 'chart') {
    if (!tile.chart || !overTime.has(tile.chart.kind)) return null;
    return (
      <NativeSelect
        label={t('missing.title')}
        value={tile.missing ?? 'join'}
        data={(['join', ...missingTimes] as const).map((value) => ({
          value,
          label: t(`missing.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => {
          const missing = missingTimes.find((one) => one === value);
          onChange({ ...tile, missing }, 'missing');
        }}
      />
    );
  }
  if (tile.kind !== 'pivot') return null;
  return (
    <PivotFields
      tile={tile}
      query={query}
      onPivot={(pivot) => onChange({ ...tile, pivot }, 'pivot')}
    />
  );
}

type PivotFieldsProps = Pick<ShapeOfTileProps, 'query'> & {
  tile: Extract<AskingTile, { kind: 'pivot' }>;
  onPivot: (pivot: Pivot) => void;
};

function PivotFields({ tile, query, onPivot }: PivotFieldsProps) {
  const { t } = useTranslation('dashboards');
  const { data } = useQuery(tileRowsQuery(query, tile.parameters));
  const pivot = data && (tile.pivot ?? guessPivot(data));
  if (!pivot) return null;
  const names = data.fields.map(({ name }) => name);
  const numbers = data.fields.flatMap(({ name, type }) => (isNumberType(type) ? [name] : []));
  return (
    <>
      {(['row', 'column', 'value'] as const).map((part) => (
        <NativeSelect
          key={part}
          label={t(`pivot.${part}`)}
          value={pivot[part]}
          data={part === 'value' ? numbers : names}
          onChange={({ currentTarget: { value } }) => onPivot({ ...pivot, [part]: value })}
        />
      ))}
      <Checkbox
        label={t('pivot.hasTotals')}
        description={t('pivot.hasTotalsLine')}
        checked={pivot.hasTotals ?? false}
        onChange={({ currentTarget: { checked } }) => onPivot({ ...pivot, hasTotals: checked })}
      />
    </>
  );
}
