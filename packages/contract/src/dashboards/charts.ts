import { z } from 'zod';

export const chartKinds = [
  'bar',
  'stacked',
  'line',
  'area',
  'scatter',
  'pie',
  'heatmap',
  'funnel',
  /** Points on a map: x is the longitude, the first measure the latitude, a second one their size. */
  'map',
] as const;
export type ChartKind = (typeof chartKinds)[number];

/** A month without a row: nothing happened, or nothing is known. Only who wrote the query can tell. */
export const missingTimes = ['gap', 'zero'] as const;
export type MissingTimes = (typeof missingTimes)[number];

const column = z.string().max(200);

/**
 * A chart that is kept: it names its columns, so that it stays true when the query behind it gets
 * another column or another order of them.
 */
export const namedChart = z.object({
  kind: z.enum(chartKinds),
  x: column,
  ys: z.array(column).min(1).max(20),
  /** Each of its values is drawn as a series of its own. */
  series: column.optional(),
});
export type NamedChart = z.infer<typeof namedChart>;
