import type { FilterPick } from '../dashboards/filter-values.ts';
import { REST } from '../sql/queries.ts';
import { type ChartData, chartDataOf, type ChartSource } from './chart-data.ts';
import { bucketFrom, type BucketUnit } from './time-buckets.ts';

/** What a mark of a chart stands for: a value of each column it is placed by. */
export type PickedMark = { column: string; pick: FilterPick }[];

/** Where ECharts has a mark. */
export type Place = { dataIndex: number; seriesIndex: number; name: string };

/** The condition a click means; undefined where the mark stands for no value. */
export function markAt(source: ChartSource, { dataIndex, seriesIndex, name }: Place) {
  const { choice, fields } = source;
  const { kind } = choice;
  if (kind === 'scatter' || kind === 'map') return undefined;
  const { axis, places, series, unit } = chartDataOf(source);
  const along = fields[choice.x]?.name;
  const by = choice.series === undefined ? undefined : fields[choice.series]?.name;
  const marks: PickedMark = [];
  const cellAt = kind === 'heatmap' ? heatmapCell(series, dataIndex) : undefined;
  const place = kind === 'pie' ? name : places[cellAt?.column ?? dataIndex];
  // What is not over is a series of its own in the picture, behind all others.
  const one = series[cellAt?.row ?? seriesIndex % series.length];
  // All the others together have no value that could be asked for.
  const isRest = kind === 'pie' ? !places.includes(name) : one?.value?.startsWith(REST);
  if (isRest) return undefined;
  if (along !== undefined && place !== undefined) {
    const pick = axis === 'time' ? bucketAt(Number(place), unit) : pickOf(String(place), source);
    if (pick) marks.push({ column: along, pick });
  }
  if (by !== undefined && one && series.length > 1) {
    marks.push({
      column: by,
      pick: one.isNamed
        ? { values: [one.value ?? one.name], isEmpty: false }
        : { values: [], isEmpty: true },
    });
  }
  return marks.length > 0 ? marks : undefined;
}

/** Where the picture has what stands at this place of this series. */
export function placeOfMark(
  { choice: { kind } }: Pick<ChartSource, 'choice'>,
  { places, series, isRunning }: ChartData,
  { series: row, at }: { series: number; at: number },
): Place {
  const name = String(places[at]);
  if (kind === 'heatmap') {
    const before = series.slice(0, row).flatMap(({ values }) => values);
    const own = series[row]?.values.slice(0, at) ?? [];
    const dataIndex = [...before, ...own].filter((value) => value !== null).length;
    return { dataIndex, seriesIndex: 0, name };
  }
  // Only the dashed part of a line has a point where it is not over.
  const isDashed = isRunning && at === places.length - 1 && (kind === 'line' || kind === 'area');
  return { dataIndex: at, seriesIndex: isDashed ? row + series.length : row, name };
}

function heatmapCell(series: readonly { values: readonly (number | null)[] }[], at: number) {
  let left = at;
  for (const [row, { values }] of series.entries()) {
    for (const [column, value] of values.entries()) {
      if (value === null) continue;
      if (left === 0) return { row, column };
      left -= 1;
    }
  }
  return undefined;
}

/** What is empty and a text that reads the same have one name: whichever of them there is. */
function pickOf(name: string, { choice, rows, emptyName }: ChartSource): FilterPick {
  const cells = name === emptyName ? rows.map((row) => row[choice.x] ?? null) : [name];
  return {
    values: cells.some((cell) => cell !== null && String(cell) === name) ? [name] : [],
    isEmpty: cells.includes(null),
  };
}

const DAY = 86_400_000;

/** From the first day of a bucket to its last: as long as buckets of this chart are. */
function bucketAt(place: number, unit: BucketUnit | undefined): FilterPick | undefined {
  if (!unit || unit === 'hour') return undefined;
  const text = (at: number) => new Date(at).toISOString().slice(0, 10);
  const last = bucketFrom(place, unit, 1) - DAY;
  return { values: [`${text(place)}..${text(last)}`], isEmpty: false };
}
