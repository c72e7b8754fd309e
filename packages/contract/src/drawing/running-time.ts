import type { ChartData } from './chart-data.ts';
import { escapeHtml, type ChartRequest, type Shared } from './chart-parts.ts';
import { chartWords } from './chart-words.ts';
import { writeBucket } from './time-buckets.ts';

type Point = readonly (number | string | null | undefined)[];

/** A series as ECharts draws it, along time. */
type Drawn = Record<string, unknown> & { data: unknown[] };

/** Shorter than the dashes that tell series apart. */
const DASH = [3, 4];
const PALE = 0.45;

/**
 * The last time of an axis that is not over looks like what it is: its bars are pale with a dashed
 * edge, and a line goes there in dashes. ECharts dashes whole lines only, so that last part is a line
 * of its own, behind all others and as long as they are: its places are theirs.
 */
export function drawRunning(drawn: readonly Drawn[], isBars: boolean): Drawn[] {
  if (isBars) return drawn.map((one) => ({ ...one, data: [...one.data.slice(0, -1), pale(one)] }));
  return [...drawn.map(withoutLast), ...drawn.map(lastPart)];
}

function pale({ data, color }: Drawn) {
  const edge = { borderColor: color, borderWidth: 1, borderType: 'dashed' };
  return { value: data.at(-1), itemStyle: { opacity: PALE, ...edge } };
}

function withoutLast(one: Drawn): Drawn {
  return { ...one, data: one.data.map((point, at) => (isLast(one, at) ? gapAt(point) : point)) };
}

function lastPart(one: Drawn): Drawn {
  const { data, lineStyle, areaStyle, stack } = one;
  return {
    ...one,
    lineStyle: { ...(lineStyle as object), type: DASH },
    ...(areaStyle !== undefined && { areaStyle: { opacity: 0.08 } }),
    ...(stack !== undefined && { stack: 'running' }),
    data: data.map((point, at) => {
      if (isLast(one, at)) return point;
      // Where the dashes begin there is a mark already.
      return at === data.length - 2 ? { value: point, symbol: 'none' } : gapAt(point);
    }),
  };
}

function isLast({ data }: Drawn, at: number): boolean {
  return at === data.length - 1;
}

function gapAt(point: unknown): Point {
  return [(point as Point)[0], null];
}

type Tipped = { seriesIndex: number; dataIndex: number; marker: string };

/** What a tip says of a time: each series once, however many lines it is drawn with. */
export function tipOfTime(
  { language, region = language }: ChartRequest,
  { places, series, unit, isRunning }: ChartData,
  { write, isStacked }: Pick<Shared, 'write'> & { isStacked: boolean },
) {
  return (tipped: readonly Tipped[]): string => {
    const [first] = tipped;
    if (!first) return '';
    const time = writeBucket(Number(places[first.dataIndex]), unit, region);
    const isOver = !isRunning || first.dataIndex < places.length - 1;
    const head = isOver ? time : `${time} · ${chartWords(language).soFar}`;
    const shown = new Map(tipped.map((one) => [one.seriesIndex % series.length, one]));
    const lines = series.flatMap(({ name, measure, values, digitsAt }, at) => {
      const one = shown.get(at);
      if (!one) return [];
      const value = values[one.dataIndex] ?? (isStacked ? 0 : null);
      const said = value === null ? '—' : write(digitsAt(one.dataIndex) ?? value, measure);
      return `<div style="display:flex;gap:20px;margin-top:6px"><span style="flex:1">${one.marker}${escapeHtml(name)}</span><b>${escapeHtml(said)}</b></div>`;
    });
    return escapeHtml(head) + lines.join('');
  };
}
