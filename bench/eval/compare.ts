export type Cell = null | boolean | number | string;
export type Rows = Cell[][];

/** Whether what was found is what was wanted: the same rows, in columns of whatever order and name. */
export function isSameResult(wanted: Rows, found: Rows, isOrdered: boolean): boolean {
  if (wanted.length !== found.length) return false;
  if (wanted.length === 0) return true;
  const width = wanted[0]!.length;
  return choices(found[0]!.length, width).some((columns) => {
    const picked = found.map((row) =>
      columns.map((column) => plain(row[column] ?? null)).join('\u0001'),
    );
    const expected = wanted.map((row) => row.map(plain).join('\u0001'));
    if (isOrdered) return picked.every((row, index) => row === expected[index]);
    return picked.toSorted().every((row, index) => row === expected.toSorted()[index]);
  });
}

/** Every way to pick so many different columns. */
function choices(columns: number, width: number): number[][] {
  if (width === 0) return [[]];
  return choices(columns, width - 1).flatMap((picked) =>
    Array.from({ length: columns }, (_, column) => column)
      .filter((column) => !picked.includes(column))
      .map((column) => [...picked, column]),
  );
}

function plain(cell: Cell): string {
  if (cell === null) return '∅';
  const isNumber =
    typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell));
  return isNumber ? String(Math.round(Number(cell) * 100) / 100) : String(cell);
}
