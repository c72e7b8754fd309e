import { isNumberType, type Cell } from '../artifacts.ts';
import type { Pivot } from '../dashboards/dashboards.ts';
import { TOTALS } from '../sql/pivot-totals.ts';
import type { QueryRows } from '../sql/queries.ts';

type Result = Pick<QueryRows, 'fields' | 'rows'>;

/** What of the result stands where: the first two columns that are no numbers, and the first number. */
export function guessPivot({ fields }: Pick<Result, 'fields'>): Pivot | undefined {
  const names = fields.filter(({ type }) => !isNumberType(type));
  const value = fields.find(({ type }) => isNumberType(type));
  const [row, column] = names;
  return row && column && value
    ? { row: row.name, column: column.name, value: value.name }
    : undefined;
}

export type PivotReading = {
  columns: Cell[];
  rows: { key: Cell; cells: (Cell | undefined)[]; total: Cell | undefined }[];
  /** By columns, and over all; undefined where the database did not tell them. */
  totals: { cells: (Cell | undefined)[]; all: Cell | undefined } | undefined;
  /** Several rows of the result for one cell; none of them would be the truth. */
  isAmbiguous: boolean;
  isCut: boolean;
};

/** As `grouping(row, column)` says it. */
const [OVER_COLUMNS, OVER_ROWS, OVER_ALL] = [1, 2, 3];

const MOST_COLUMNS = 100;
const MOST_ROWS = 1_000;

/** The rows of a result as a table of two names. No total is made here: the database makes numbers. */
export function readPivot(pivot: Pivot, { fields, rows }: Result): PivotReading | undefined {
  const placeOf = (name: string) => fields.findIndex((field) => field.name === name);
  const [row, column, value] = [placeOf(pivot.row), placeOf(pivot.column), placeOf(pivot.value)];
  const level = placeOf(TOTALS);
  if (row < 0 || column < 0 || value < 0) return undefined;
  const columns = new Map<string, { at: number; cell: Cell }>();
  const found = new Map<string, PivotReading['rows'][number]>();
  const kept: { over: number; row: string; column: string; cell: Cell }[] = [];
  let isAmbiguous = false;
  let isCut = false;
  for (const one of rows) {
    const [rowCell, columnCell] = [one[row] ?? null, one[column] ?? null];
    const [rowKey, columnKey] = [keyOf(rowCell), keyOf(columnCell)];
    const over = level < 0 ? 0 : Number(one[level]);
    if (over > 0) {
      kept.push({ over, row: rowKey, column: columnKey, cell: one[value] ?? null });
      continue;
    }
    if (!columns.has(columnKey) && columns.size >= MOST_COLUMNS) isCut = true;
    else if (!found.has(rowKey) && found.size >= MOST_ROWS) isCut = true;
    else {
      const { at } = columns.get(columnKey) ?? { at: columns.size };
      columns.set(columnKey, { at, cell: columnCell });
      const line = found.get(rowKey) ?? { key: rowCell, cells: [], total: undefined };
      found.set(rowKey, line);
      if (line.cells[at] !== undefined) isAmbiguous = true;
      line.cells[at] = one[value] ?? null;
    }
  }
  const totals: NonNullable<PivotReading['totals']> = { cells: [], all: undefined };
  for (const { over, row: rowKey, column: columnKey, cell } of kept) {
    const [line, place] = [found.get(rowKey), columns.get(columnKey)];
    if (over === OVER_COLUMNS && line) line.total = cell;
    if (over === OVER_ROWS && place) totals.cells[place.at] = cell;
    if (over === OVER_ALL) totals.all = cell;
  }
  return {
    totals: level < 0 ? undefined : totals,
    columns: [...columns.values()].map(({ cell }) => cell),
    rows: [...found.values()],
    isAmbiguous,
    isCut,
  };
}

/** The rows a query finds without those that add others up. */
export function withoutTotals<R extends Result>(result: R): R {
  const level = result.fields.findIndex(({ name }) => name === TOTALS);
  if (level < 0) return result;
  const rest = <Value>(values: readonly Value[]) => values.filter((_, at) => at !== level);
  const rows = result.rows.filter((row) => Number(row[level]) === 0).map(rest);
  return { ...result, fields: rest(result.fields), rows };
}

/** NULL and a text that reads the same are two. */
function keyOf(cell: Cell): string {
  return cell === null ? 'null' : `=${String(cell)}`;
}
