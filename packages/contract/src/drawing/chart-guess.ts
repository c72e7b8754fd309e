import { isNumberType, type ResultField } from '../artifacts.ts';
import type { ChartKind } from '../dashboards/charts.ts';

/** What is drawn: places of the result's columns. */
export type ChartChoice = {
  kind: ChartKind;
  x: number;
  ys: number[];
  /** Each value of this column is a series of its own. */
  series?: number | undefined;
};

const MOST_MEASURES = 4;
const times = new Set(['date', 'timestamp', 'timestamptz']);

export function isTime(type: string): boolean {
  return times.has(type);
}

const printed = /^(\d{4,6})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?)?/;

/**
 * The time a date or timestamp of Postgres shows, as if it were UTC; NaN where it is none that can
 * be drawn, such as `infinity`. Its offset, `+02`, is none that a Date could read.
 */
export function wallTimeOf(text: string): number {
  const [, year, month, day, hour, minute, second, fraction = ''] = printed.exec(text) ?? [];
  if (year === undefined || text.endsWith('BC')) return Number.NaN;
  return Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    Number(fraction.padEnd(3, '0')),
  );
}

/** A picture that probably says something: numbers over time, else over names, else over each other. */
export function guessChart(fields: readonly ResultField[]): ChartChoice | undefined {
  const places = fields.map((field, place) => ({ ...field, place }));
  const numeric = places.filter(({ type }) => isNumberType(type));
  const time = places.find(({ type }) => isTime(type));
  const name = places.find(({ type }) => !isNumberType(type));
  const x = time ?? name ?? numeric[0];
  // A number that is called like a key says little when it is added up.
  const measures = numeric.filter(
    ({ name: called, place }) => place !== x?.place && !/(^|_)id$/i.test(called),
  );
  if (!x || measures.length === 0) return undefined;
  const ys = measures.slice(0, MOST_MEASURES).map(({ place }) => place);
  // Names beside the axis tell rows of the same place apart: without them a line would zigzag.
  const series = places.find(
    ({ type, place }) => place !== x.place && !isNumberType(type) && !isTime(type),
  );
  if (series && (time || name)) {
    return {
      kind: time ? 'line' : 'stacked',
      x: x.place,
      ys: ys.slice(0, 1),
      series: series.place,
    };
  }
  return { kind: time ? 'line' : name ? 'bar' : 'scatter', x: x.place, ys };
}
