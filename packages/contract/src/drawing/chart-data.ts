import { isNumberType, type Cell, type ResultField } from '../artifacts.ts';
import type { MissingTimes } from '../dashboards/charts.ts';
import { isTime, wallTimeOf, type ChartChoice } from './chart-guess.ts';
import { REST } from '../sql/queries.ts';
import { MOST_SERIES } from './palette.ts';
import { type BucketUnit, missingBuckets, runningOf, unitOf } from './time-buckets.ts';

export type Row = readonly Cell[];
export type AxisType = 'time' | 'value' | 'category';

export type ChartSeries = {
  name: string;
  /** The column its numbers are from. */
  measure: number;
  /** The value of the column that parts the series; undefined where they are columns. */
  value?: string | null;
  /** What has no name is drawn in grey. */
  isNamed: boolean;
  /** One a place of the axis; null where the result has no row for it. */
  values: (number | null)[];
  /** All digits of a value, as the database printed them: a float holds about sixteen. */
  digitsAt: (place: number) => string | undefined;
};

export type ChartData = {
  axis: AxisType;
  /** Times as wall time, numbers, or names: from left to right. */
  places: (number | string)[];
  series: ChartSeries[];
  /** How many series there are; only so many as there are colours are drawn. */
  seriesCount: number;
  /** Several rows for one place of one series: the database has to add them up, not the picture. */
  isAmbiguous: boolean;
  /** How long the times of the axis are, where they are of one length. */
  unit: BucketUnit | undefined;
  /** Whether the last place of the axis is a time that is not over. */
  isRunning: boolean;
};

export type ChartSource = {
  choice: ChartChoice;
  fields: readonly ResultField[];
  rows: readonly Row[];
  /** How NULL is called. */
  emptyName: string;
  /** What a time is that the result has no row for; without it lines go on to the next one. */
  missing?: MissingTimes | undefined;
  /** How far the result goes, by the clocks of the project; without it every time counts as over. */
  at?: number | undefined;
  /** How long the times of its columns are, where the query says so. */
  units?: Readonly<Record<string, BucketUnit>> | undefined;
};

/** The rows of a result as series along one axis. */
export function chartDataOf(source: ChartSource): ChartData {
  const { choice, fields, rows, emptyName, missing } = source;
  const axis = axisOf(choice, fields);
  const placed = rows.flatMap((row): Placed[] => {
    const place = placeOf(row[choice.x] ?? null, axis, emptyName);
    return place === undefined ? [] : [{ row, place }];
  });
  const isSplit = choice.series !== undefined && splits(choice, placed);
  const known = placed.map(({ place }) => place);
  const added =
    missing && axis === 'time' ? missingBuckets(known as number[], fields[choice.x]?.name) : [];
  // Without a series each row is a place of its own, in the order of the axis.
  const places = isSplit ? distinct([...known, ...added]) : undefined;
  if (!isSplit) placed.push(...added.map((place) => ({ row: undefined, place })));
  if (axis !== 'category') {
    placed.sort((one, other) => Number(one.place) - Number(other.place));
    places?.sort((one, other) => Number(one) - Number(other));
  }
  // Rows come line by line: an hour that the first line has not would stand behind its last one.
  if (choice.kind === 'heatmap' && places?.every(isCount)) {
    places.sort((one, other) => Number(one) - Number(other));
  }
  const times = timesOf(source, axis, places ?? placed.map(({ place }) => place));
  if (!places) {
    return {
      axis,
      ...times,
      places: placed.map(({ place }) => place),
      series: choice.ys.map((measure) => ({
        name: fields[measure]?.name ?? '',
        measure,
        isNamed: true,
        values: placed.map(({ row }) => (row ? numberOf(row[measure]) : emptyValue(missing))),
        digitsAt: (place) => digitsOf(placed[place]?.row, measure),
      })),
      seriesCount: choice.ys.length,
      isAmbiguous: false,
    };
  }
  const split = splitSeries(placed, places, source);
  return { axis, places, ...times, ...split };
}

function timesOf(
  { choice, fields, at, units }: ChartSource,
  axis: AxisType,
  places: readonly (number | string)[],
): Pick<ChartData, 'unit' | 'isRunning'> {
  if (axis !== 'time') return { unit: undefined, isRunning: false };
  const column = fields[choice.x]?.name ?? '';
  const unit = unitOf(places as number[], column, units?.[column]);
  // A point among others is no time that grows.
  const isRunning = choice.kind !== 'scatter' && runningOf(places as number[], at, unit);
  return { unit, isRunning: Boolean(isRunning) };
}

function isCount(place: number | string): boolean {
  return /^\d{1,9}$/.test(String(place));
}

/** Without a row where the result has none for a time between others. */
type Placed = { row: Row | undefined; place: number | string };

/** Where every place has one row, series would only leave gaps in each other. */
function splits({ kind }: ChartChoice, placed: readonly Placed[]): boolean {
  if (kind === 'pie' || kind === 'funnel') return false;
  if (kind === 'heatmap' || kind === 'scatter') return true;
  return new Set(placed.map(({ place }) => place)).size < placed.length;
}

function splitSeries(
  placed: readonly Placed[],
  places: readonly (number | string)[],
  { choice, fields, emptyName, missing }: ChartSource,
): Pick<ChartData, 'series' | 'seriesCount' | 'isAmbiguous'> {
  const indexOf = new Map(places.map((place, index) => [place, index]));
  const found = new Map<string, ChartSeries & { weight: number; seen: (Row | undefined)[] }>();
  let isAmbiguous = false;
  for (const { row, place } of placed) {
    if (!row) continue;
    const by = row[choice.series ?? 0] ?? null;
    for (const measure of choice.ys) {
      // NULL and a text that reads the same are two series.
      const key = `${measure} ${by === null ? 'null' : `=${String(by)}`}`;
      const name = by === null ? emptyName : by === '' ? EMPTY_TEXT : String(by);
      const measureName = fields[measure]?.name ?? '';
      const series = found.get(key) ?? {
        name: choice.ys.length > 1 ? `${name} · ${measureName}` : name,
        measure,
        value: by === null ? null : String(by),
        isNamed: by !== null && !name.startsWith(REST),
        values: Array.from({ length: places.length }, () => emptyValue(missing)),
        digitsAt: (at) => digitsOf(found.get(key)?.seen[at], measure),
        seen: [],
        weight: 0,
      };
      found.set(key, series);
      const index = indexOf.get(place) ?? 0;
      const value = numberOf(row[measure]);
      if (series.seen[index]) isAmbiguous = true;
      series.seen[index] = row;
      series.values[index] = value;
      series.weight += Math.abs(value ?? 0);
    }
  }
  const all = [...found.values()];
  // The largest are drawn, in the order the result has them: a colour does not jump with a value.
  const largest = new Set(
    all
      .toSorted((one, other) => other.weight - one.weight || (one.name < other.name ? -1 : 1))
      .slice(0, MOST_SERIES),
  );
  const series = all
    .filter((one) => largest.has(one))
    .map(({ name, measure, value, isNamed, values, digitsAt }) => ({
      name,
      measure,
      ...(value !== undefined && { value }),
      isNamed,
      values,
      digitsAt,
    }));
  return { series, seriesCount: all.length, isAmbiguous };
}

function axisOf({ kind, x }: ChartChoice, fields: readonly ResultField[]): AxisType {
  const type = fields[x]?.type ?? '';
  if (kind === 'heatmap' || kind === 'pie' || kind === 'funnel') return 'category';
  if (isTime(type)) return 'time';
  return isNumberType(type) && kind === 'scatter' ? 'value' : 'category';
}

function placeOf(cell: Cell, axis: AxisType, emptyName: string): number | string | undefined {
  if (axis === 'category') return cell === null ? emptyName : String(cell);
  const place = axis === 'time' ? wallTimeOf(String(cell)) : (numberOf(cell) ?? Number.NaN);
  return Number.isNaN(place) ? undefined : place;
}

/** A text without letters would have no place in a legend. */
const EMPTY_TEXT = '“”';

function digitsOf(row: Row | undefined, measure: number): string | undefined {
  const cell = row?.[measure] ?? null;
  return cell === null ? undefined : String(cell);
}

function emptyValue(missing: MissingTimes | undefined): number | null {
  return missing === 'zero' ? 0 : null;
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** A picture needs no more digits than a float has. Money is printed with its sign and groups. */
export function numberOf(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '') return null;
  const number = Number(cell);
  if (!Number.isNaN(number)) return number;
  const money = Number(withPoint(String(cell).replaceAll(/[^\d.,-]/g, '')));
  return String(cell) === 'NaN' || Number.isNaN(money) ? null : money;
}

/** `1.234,56` is as much as `1,234.56`: of two signs the last parts the cents, and so does a single one. */
function withPoint(digits: string): string {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const isComma = digits[last] === ',';
  const isPoint = digits.includes(isComma ? '.' : ',')
    ? true
    : isComma
      ? /,\d\d$/.test(digits)
      : digits.indexOf('.') === last;
  const without = (text: string) => text.replaceAll(/[.,]/g, '');
  if (last < 0 || !isPoint) return without(digits);
  return `${without(digits.slice(0, last))}.${digits.slice(last + 1)}`;
}
