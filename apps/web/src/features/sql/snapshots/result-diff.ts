import type { Snapshot } from '@causeway/contract/sql/query-runs.ts';
import type { Cell, Row } from '../results/result-rows.ts';

/** A row of two results laid over each other. */
export type DiffRow =
  | { kind: 'same' | 'added' | 'removed'; row: Row }
  | { kind: 'changed'; row: Row; before: Row };

export type ResultDiff = {
  /** By which columns rows were told apart; all of them where none could be found. */
  key: string[];
  rows: DiffRow[];
  counts: Record<DiffRow['kind'], number>;
};

type Side = { fields: Snapshot['fields']; source: Snapshot['source']; rows: Row[] };

/** What became of each row from one result to the next. Columns are matched by name. */
export function diffResults(before: Side, after: Side): ResultDiff {
  const names = after.fields.map(({ name }) => name);
  const placeBefore = names.map((name) => before.fields.findIndex((field) => field.name === name));
  const old = before.rows.map((row) => placeBefore.map((at) => row[at] ?? null));
  const key = findKey(after, names, old);
  const keyPlaces = key.map((name) => names.indexOf(name));
  const keyOf = (row: Row) => JSON.stringify(keyPlaces.map((at) => row[at]));
  const waiting = Map.groupBy(old, keyOf);
  const rows: DiffRow[] = after.rows.map((row) => {
    const match = waiting.get(keyOf(row))?.shift();
    if (!match) return { kind: 'added', row };
    return isSame(match, row) ? { kind: 'same', row } : { kind: 'changed', row, before: match };
  });
  const removed = [...waiting.values()].flat().map((row): DiffRow => ({ kind: 'removed', row }));
  const all = [...rows, ...removed];
  const counts = { same: 0, added: 0, removed: 0, changed: 0 };
  for (const { kind } of all) counts[kind] += 1;
  return { key, rows: all, counts };
}

/** The key of the table behind it, else the first column that tells all rows apart, else everything. */
function findKey(after: Side, names: string[], old: Row[]): string[] {
  const { source } = after;
  if (source) {
    const shown = source.key.flatMap((column) => names[source.columns.indexOf(column)] ?? []);
    if (shown.length === source.key.length) return shown;
  }
  const isUnique = (rows: Row[], at: number) =>
    new Set(rows.map((row) => row[at])).size === rows.length &&
    rows.every((row) => row[at] !== null);
  const first = names.find((_, at) => isUnique(after.rows, at) && isUnique(old, at));
  return first === undefined ? names : [first];
}

function isSame(a: Row, b: Row): boolean {
  return a.length === b.length && a.every((cell: Cell, at) => cell === b[at]);
}
