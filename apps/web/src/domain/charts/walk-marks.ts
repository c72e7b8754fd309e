import type { ChartData } from '@causeway/contract/drawing/chart-data.ts';

/** A place of the axis, of one series. */
export type WalkedMark = { series: number; at: number };

/**
 * Where a key leads: along the axis, or to the series beside at the same place. At an end it stays and
 * is spoken again; undefined where the key is none of these.
 */
export function stepFrom(
  from: WalkedMark | undefined,
  key: string,
  { places, series }: Pick<ChartData, 'places' | 'series'>,
): WalkedMark | undefined {
  const [last, lastSeries] = [places.length - 1, series.length - 1];
  if (last < 0 || lastSeries < 0) return undefined;
  const first = { series: 0, at: key === 'ArrowLeft' || key === 'End' ? last : 0 };
  if (!from) return keys.has(key) ? first : undefined;
  // A chart that was read again may be shorter.
  const at = Math.min(from.at, last);
  const row = Math.min(from.series, lastSeries);
  switch (key) {
    case 'ArrowRight':
      return { series: row, at: Math.min(at + 1, last) };
    case 'ArrowLeft':
      return { series: row, at: Math.max(at - 1, 0) };
    case 'ArrowDown':
      return { series: Math.min(row + 1, lastSeries), at };
    case 'ArrowUp':
      return { series: Math.max(row - 1, 0), at };
    case 'Home':
      return { series: row, at: 0 };
    case 'End':
      return { series: row, at: last };
    default:
      return undefined;
  }
}

const keys = new Set(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End']);
