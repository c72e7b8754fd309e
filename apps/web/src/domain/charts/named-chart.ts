import type { ResultField } from '@causeway/contract/artifacts.ts';
import type { NamedChart } from '@causeway/contract/charts.ts';
import type { ChartChoice } from './chart-guess.ts';

/** A chart as it is kept: by the names of its columns. */
export function nameChart(
  { kind, x, ys, series }: ChartChoice,
  fields: readonly ResultField[],
): NamedChart | null {
  const along = fields[x]?.name;
  const measures = ys.flatMap((y) => fields[y]?.name ?? []);
  const apart = series === undefined ? undefined : fields[series]?.name;
  if (along === undefined || measures.length === 0) return null;
  return { kind, x: along, ys: measures, ...(apart !== undefined && { series: apart }) };
}

/** Where its columns are in this result; undefined when one that it needs is not there any more. */
export function placeChart(
  { kind, x, ys, series }: NamedChart,
  fields: readonly ResultField[],
): ChartChoice | undefined {
  const placeOf = (name: string) => fields.findIndex((field) => field.name === name);
  const measures = ys.map(placeOf).filter((place) => place >= 0);
  const along = placeOf(x);
  const apart = series === undefined ? -1 : placeOf(series);
  if (along < 0 || measures.length === 0) return undefined;
  return { kind, x: along, ys: measures, ...(apart >= 0 && { series: apart }) };
}
