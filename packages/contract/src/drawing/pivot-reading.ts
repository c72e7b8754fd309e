import { isNumberType, type Cell } from '../artifacts.ts';
import type { Pivot } from '../dashboards/dashboards.ts';
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
  rows: { key: Cell; cells: (Cell | undefined)[] }[];
  /** Several rows of the result for one cell; none of them would be the truth. */
  isAmbiguous: boolean;
  isCut: boolean;
};

const MOST_COLUMNS = 100;
const MOST_ROWS = 1_000;

/** The rows of a result as a table of two names. No total is made here: the database makes numbers. */
export function readPivot(pivot: Pivot, { fields, rows }: Result): PivotReading | undefined {
  const placeOf = (name: string) => fields.findIndex((field) => field.name === name);
  const [row, column, value] = [placeOf(pivot.row), placeOf(pivot.column), placeOf(pivot.value)];
  if (row < 0 || column < 0 || value < 0) return undefined;
  const columns = new Map<string, { at: number; cell: Cell }>();
  const found = new Map<string, { key: Cell; cells: (Cell | undefined)[] }>();
  let isAmbiguous = false;
  let isCut = false;
  for (const one of rows) {
    const [rowCell, columnCell] = [one[row] ?? null, one[column] ?? null];
    const [rowKey, columnKey] = [keyOf(rowCell), keyOf(columnCell)];
    if (!columns.has(columnKey) && columns.size >= MOST_COLUMNS) isCut = true;
    else if (!found.has(rowKey) && found.size >= MOST_ROWS) isCut = true;
    else {
      const { at } = columns.get(columnKey) ?? { at: columns.size };
      columns.set(columnKey, { at, cell: columnCell });
      const line = found.get(rowKey) ?? { key: rowCell, cells: [] };
      found.set(rowKey, line);
      if (line.cells[at] !== undefined) isAmbiguous = true;
      line.cells[at] = one[value] ?? null;
    }
  }
  return {
    columns: [...columns.values()].map(({ cell }) => cell),
    rows: [...found.values()],
    isAmbiguous,
    isCut,
  };
}

/** NULL and a text that reads the same are two. */
function keyOf(cell: Cell): string {
  return cell === null ? 'null' : `=${String(cell)}`;
}
