import type { Cell, ResultField } from '@causeway/contract/artifacts.ts';
import type { ChartChoice } from './chart-guess.ts';

type Row = readonly Cell[];
export type Series = { name: string; y: number; rows: readonly Row[] };

/** As many as can be told apart by colour and read in a legend. */
const MOST = 12;

/**
 * What is drawn one over the other: a measure each, or where there are several rows for one place, a
 * value of the series' column each. Those with the most come first, and the rest is one together.
 */
export function listSeries(
  rows: readonly Row[],
  { x, ys, series }: ChartChoice,
  fields: readonly ResultField[],
  other: string,
): Series[] {
  const nameOf = (y: number) => fields[y]?.name ?? '';
  const [first = 0] = ys;
  const isOnce = new Set(rows.map((row) => row[x])).size === rows.length;
  if (series === undefined || isOnce) return ys.map((y) => ({ name: nameOf(y), y, rows }));
  const groups = [...Map.groupBy(rows, (row) => textOf(row[series]))]
    .map(([name, own]) => ({ name, rows: own, sum: sumOf(own, first) }))
    .toSorted((one, another) => another.sum - one.sum);
  if (groups.length <= MOST)
    return groups.map(({ name, rows: own }) => ({ name, y: first, rows: own }));
  const shown = groups.slice(0, MOST - 1);
  const rest = groups.slice(MOST - 1).flatMap(({ rows: own }) => own);
  return [
    ...shown.map(({ name, rows: own }) => ({ name, y: first, rows: own })),
    { name: other, y: first, rows: addUp(rest, x, first) },
  ];
}

/** One row for each place, with the sum of what stood there. */
function addUp(rows: readonly Row[], x: number, y: number): Row[] {
  return [...Map.groupBy(rows, (row) => row[x])].map(([place, own]) => {
    const row: Cell[] = [...(own[0] ?? [])];
    row[x] = place ?? null;
    row[y] = sumOf(own, y);
    return row;
  });
}

function sumOf(rows: readonly Row[], y: number): number {
  return rows.reduce((sum, row) => sum + (Number(row[y] ?? 0) || 0), 0);
}

function textOf(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '—' : String(cell);
}
