import type { NamedChart } from '@causeway/contract/dashboards/charts.ts';
import type { AskingTile, TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartFields } from '#domain/charts/chart-fields.tsx';
import { guessChart } from '@causeway/contract/drawing/chart-guess.ts';
import { nameChart, placeChart } from '@causeway/contract/drawing/named-chart.ts';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';

type ChartOfTileProps = {
  tile: Extract<AskingTile, { kind: 'chart' }>;
  query: Extract<TileQuery, { state: 'ready' }>;
  onChart: (chart: NamedChart | null) => void;
};

/** Which columns are drawn, and how; they are known once the query has answered. */
export function ChartOfTile({ tile, query, onChart }: ChartOfTileProps) {
  const { data } = useQuery(tileRowsQuery(query, tile.parameters));
  if (!data) return null;
  const { fields } = data;
  const choice = (tile.chart && placeChart(tile.chart, fields)) ?? guessChart(fields);
  if (!choice) return null;
  return (
    <ChartFields
      isColumn
      choice={choice}
      fields={fields}
      onChange={(next) => onChart(nameChart(next, fields))}
    />
  );
}
