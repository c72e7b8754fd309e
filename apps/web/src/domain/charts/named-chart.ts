import type { ResultField } from '@causeway/contract/artifacts.ts';
import type { NamedChart } from '@causeway/contract/charts.ts';
import type { ChartChoice } from './chart-guess.ts';

/** A chart as it is kept: by the names of its columns. */
export function nameChart(
  { kind, x, ys }: ChartChoice,
  fields: readonly ResultField[],
): NamedChart | null {
  const along = fields[x]?.name;
  const measures = ys.flatMap((y) => fields[y]?.name ?? []);
  return along === undefined || measures.length === 0 ? null : { kind, x: along, ys: measures };
}

/** Where its columns are in this result; undefined when one that it needs is not there any more. */
export function placeChart(
  { kind, x, ys }: NamedChart,
  fields: readonly ResultField[],
): ChartChoice | undefined {
  const placeOf = (name: string) => fields.findIndex((field) => field.name === name);
  const measures = ys.map(placeOf).filter((place) => place >= 0);
  const along = placeOf(x);
  return along < 0 || measures.length === 0 ? undefined : { kind, x: along, ys: measures };
}
