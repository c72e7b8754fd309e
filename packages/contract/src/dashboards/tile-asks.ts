import { MOST_SERIES } from '../drawing/palette.ts';
import { MOST_DRAWN_ROWS, type Fold, type PivotTotals } from '../sql/queries.ts';
import type { AskingTile } from './dashboards.ts';

/** The largest series and one for all the others, where the tile says that they add up. */
export function foldOf(tile: AskingTile): Fold | undefined {
  if (tile.kind !== 'chart' || tile.rest !== 'sum' || !tile.chart?.series) return undefined;
  const { x, series, ys } = tile.chart;
  return { x, series, y: ys[0] ?? '', most: MOST_SERIES - 1 };
}

/** What the database is to add up of a pivot. */
export function totalsOf(tile: AskingTile): PivotTotals | undefined {
  if (tile.kind !== 'pivot' || !tile.pivot?.hasTotals) return undefined;
  const { row, column } = tile.pivot;
  return { row, column };
}

/** A picture has room for more points than a table has for rows, and a number is the last of them. */
export function rowLimitOf({ kind }: AskingTile): number | undefined {
  return kind === 'chart' || kind === 'number' ? MOST_DRAWN_ROWS : undefined;
}
