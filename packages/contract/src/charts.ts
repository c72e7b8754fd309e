import { z } from 'zod';

export const chartKinds = ['bar', 'line', 'area', 'scatter', 'pie'] as const;
export type ChartKind = (typeof chartKinds)[number];

const column = z.string().max(200);

/**
 * A chart that is kept: it names its columns, so that it stays true when the query behind it gets
 * another column or another order of them.
 */
export const namedChart = z.object({
  kind: z.enum(chartKinds),
  x: column,
  ys: z.array(column).min(1).max(20),
  /** A line or bar for each value of this column, where there are several rows for one place. */
  series: column.optional(),
});
export type NamedChart = z.infer<typeof namedChart>;
