import type { ResultField } from '../artifacts.ts';
import type { NamedChart } from '../dashboards/charts.ts';
import type { ChartChoice } from './chart-guess.ts';

/** A chart as it is kept: by the names of its columns. */
export function nameChart(
  { kind, x, ys, series }: ChartChoice,
  fields: readonly ResultField[],
): NamedChart | null {
  const along = fields[x]?.name;
  const measures = ys.flatMap((y) => fields[y]?.name ?? []);
  if (along === undefined || measures.length === 0) return null;
  const by = series === undefined ? undefined : fields[series]?.name;
  return { kind, x: along, ys: measures, ...(by !== undefined && { series: by }) };
}

/** Where its columns are in this result; undefined when one that it needs is not there any more. */
export function placeChart(
  { kind, x, ys, series }: NamedChart,
  fields: readonly ResultField[],
): ChartChoice | undefined {
  const placeOf = (name: string) => fields.findIndex((field) => field.name === name);
  const along = placeOf(x);
  const measures = ys.map(placeOf).filter((place) => place >= 0);
  const by = series === undefined ? undefined : placeOf(series);
  if (along < 0 || measures.length === 0 || by === -1) return undefined;
  return { kind, x: along, ys: measures, ...(by !== undefined && { series: by }) };
}

/** Columns a kept chart names that the result does not have. */
export function missingColumns(chart: NamedChart, fields: readonly ResultField[]): string[] {
  const wanted = [chart.x, ...chart.ys, ...(chart.series === undefined ? [] : [chart.series])];
  return wanted.filter((name) => !fields.some((field) => field.name === name));
}
