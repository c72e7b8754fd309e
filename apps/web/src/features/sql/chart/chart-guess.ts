import { isNumber } from '../results/cell-view.tsx';
import type { Field } from '../results/result-grid.tsx';

export const chartKinds = ['bar', 'line', 'area', 'scatter', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** What is drawn: places of the result's columns. */
export type ChartChoice = { kind: ChartKind; x: number; ys: number[] };

const MOST_SERIES = 4;
const times = new Set(['date', 'timestamp', 'timestamptz', 'time', 'timetz']);

export function isTime(type: string): boolean {
  return times.has(type);
}

/** A picture that probably says something: numbers over time, else over names, else over each other. */
export function guessChart(fields: readonly Field[]): ChartChoice | undefined {
  const places = fields.map((field, place) => ({ ...field, place }));
  const numeric = places.filter(({ type }) => isNumber(type));
  const time = places.find(({ type }) => isTime(type));
  const name = places.find(({ type }) => !isNumber(type));
  const x = time ?? name ?? numeric[0];
  // A number that is called like a key says little when it is added up.
  const measures = numeric.filter(
    ({ name: called, place }) => place !== x?.place && !/(^|_)id$/i.test(called),
  );
  if (!x || measures.length === 0) return undefined;
  const kind = time ? 'line' : name ? 'bar' : 'scatter';
  return { kind, x: x.place, ys: measures.slice(0, MOST_SERIES).map(({ place }) => place) };
}
