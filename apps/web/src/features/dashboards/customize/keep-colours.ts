import type { DashboardSettings, Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { inReadingOrder } from '@causeway/contract/dashboards/layout.ts';
import { guessChart } from '@causeway/contract/drawing/chart-guess.ts';
import { placeChart } from '@causeway/contract/drawing/named-chart.ts';
import { MOST_SERIES } from '@causeway/contract/drawing/palette.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';

type Colours = NonNullable<DashboardSettings['colours']>;

const MOST_VALUES = 200;

/** The names each chart tells apart by colour, the largest first as they come. */
export function namesInCharts(
  tiles: readonly Tile[],
  rowsOf: (tile: Tile) => QueryRows | undefined,
): string[][] {
  return inReadingOrder(tiles).flatMap((tile) => {
    const result = tile.kind === 'chart' ? rowsOf(tile) : undefined;
    if (tile.kind !== 'chart' || !result) return [];
    const { fields, rows } = result;
    const choice = tile.chart ? placeChart(tile.chart, fields) : guessChart(fields);
    const column = choice?.kind === 'pie' ? choice.x : choice?.series;
    if (column === undefined) return [];
    const names = rows.flatMap((row) => (row[column] === null ? [] : [String(row[column])]));
    return [[...new Set(names)].slice(0, MOST_SERIES)];
  });
}

/**
 * A name has one colour on the whole dashboard, and keeps it whatever is filtered. Those that had one
 * keep it; a new one takes the first that none of its neighbours in the chart has.
 */
export function keepColours(before: Colours, charts: readonly string[][]): Colours {
  const slots = new Map(before.map(({ value, slot }) => [value, slot]));
  for (const names of charts) {
    const taken = new Set(names.flatMap((name) => slots.get(name) ?? []));
    for (const name of names) {
      if (slots.has(name)) continue;
      const free = Array.from({ length: MOST_SERIES }, (_, slot) => slot).find(
        (slot) => !taken.has(slot),
      );
      if (free === undefined) continue;
      slots.set(name, free);
      taken.add(free);
    }
  }
  return [...slots]
    .map(([value, slot]) => ({ value, slot }))
    .filter(({ value }) => value.length <= 200)
    .slice(0, MOST_VALUES);
}
