import type { CountedValues } from '@causeway/contract/tables/counted-rows.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import type { Filter } from '@causeway/contract/tables/filters.ts';
import { cellText } from '#domain/value-editors/cell-text.ts';
import { type GridRow, stagedIn } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import { findCheckedValues } from './checked-values.ts';

/** The rows that have one value of a column; a value of null are those that have none. */
export type Stack = {
  id: string;
  value: string | null;
  /** How many the database has; undefined until they are counted. */
  count: number | undefined;
};

/** Values too many to be stacks, and how many rows have one of them. */
export type Others = { valueCount: number; rowCount: number };

export type Stacks = { stacks: Stack[]; others: Others | undefined };

/** More than these nobody oversees beside each other. */
export const MOST_STACKS = 20;

type StacksInput = {
  column: ShownColumn;
  checks: TableDetails['checks'];
  counted: CountedValues | undefined;
};

/**
 * Where the values of a column are known, all of them are stacks in their own order, with rows or
 * without. Elsewhere they are those that have the most rows; what is beyond is told.
 */
export function listStacks({ column, checks, counted }: StacksInput): Stacks {
  const counts = new Map(counted?.values.map(({ value, count }) => [value, count]));
  const countOf = (value: string | null) => (counted ? (counts.get(value) ?? 0) : undefined);
  const frequent = [...counts.keys()].filter((value) => value !== null);
  const known = knownValues(column, checks);
  // What stands in the table in spite of a check is a stack too: a check may be younger than its rows.
  const all = [...new Set([...(known ?? []), ...frequent])];
  const values = all.length <= MOST_STACKS || !known ? all : byCount(all, counts);
  const kept = values.slice(0, MOST_STACKS);
  const listed = kept.map((value) => ({ id: idOf(value), value, count: countOf(value) }));
  const none = { id: idOf(null), value: null, count: countOf(null) };
  const hasNone = column.isNullable || (none.count ?? 0) > 0;
  return {
    stacks: hasNone ? [none, ...listed] : listed,
    others: counted && othersThan(kept, counted, counts),
  };
}

function knownValues(column: ShownColumn, checks: TableDetails['checks']): string[] | undefined {
  if (column.enumValues) return column.enumValues;
  if (column.category === 'B') return ['false', 'true'];
  return findCheckedValues(checks, column.name);
}

function byCount(values: string[], counts: ReadonlyMap<string | null, number>): string[] {
  return values.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
}

function othersThan(
  kept: readonly string[],
  { valueCount, rowCount }: CountedValues,
  counts: ReadonlyMap<string | null, number>,
): Others | undefined {
  const withRows = kept.filter((value) => (counts.get(value) ?? 0) > 0);
  const rows = withRows.reduce((sum, value) => sum + (counts.get(value) ?? 0), 0);
  const left = rowCount - rows - (counts.get(null) ?? 0);
  return left > 0 ? { valueCount: valueCount - withRows.length, rowCount: left } : undefined;
}

export function idOf(value: string | null): string {
  return JSON.stringify(value);
}

/** What a row is to have in its column; undefined where the table is to say it. */
export function stackedValue(row: GridRow, column: ShownColumn): string | null | undefined {
  const staged = stagedIn(row, column);
  if (staged && 'set' in staged) return staged.set;
  if (staged && 'null' in staged) return null;
  if (row.change?.kind === 'insert') return undefined;
  return storedValue(row, column);
}

/** What the database has. */
export function storedValue(row: GridRow, column: ShownColumn): string | null | undefined {
  const cell = row.cells?.[column.place];
  return cell === undefined ? undefined : cellText(cell);
}

export function valueToStage({ value }: Pick<Stack, 'value'>): StagedValue {
  return value === null ? { null: true } : { set: value };
}

export function stackFilter(column: ShownColumn, { value }: Pick<Stack, 'value'>): Filter {
  return value === null
    ? { column: column.name, operator: 'isNull' }
    : { column: column.name, operator: 'eq', value };
}

/** The rows of the values that are no stack. */
export function othersFilters(column: ShownColumn, stacks: readonly Stack[]): Filter[] {
  const values = stacks.flatMap(({ value }) => value ?? []);
  return [
    { column: column.name, operator: 'notIn', values },
    { column: column.name, operator: 'isNotNull' },
  ];
}

type DealInput = {
  column: ShownColumn;
  stacks: readonly Stack[];
  refOf: (row: GridRow) => string | undefined;
};

/** Rows where they are to be: those that were moved there on top of those that are there. */
export function dealRows(
  rows: readonly GridRow[],
  { column, stacks, refOf }: DealInput,
): { dealt: ReadonlyMap<string, GridRow[]>; added: Stack[] } {
  const dealt = new Map<string, { came: GridRow[]; stayed: GridRow[] }>();
  const listed = new Set(stacks.map(({ id }) => id));
  const added: Stack[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const value = stackedValue(row, column);
    const ref = refOf(row);
    // After a save a row may be in two stacks until both of them are read again.
    if (value === undefined || (ref !== undefined && seen.has(ref))) continue;
    if (ref !== undefined) seen.add(ref);
    const id = idOf(value);
    // Somebody typed a value that no stack is for yet.
    if (!listed.has(id)) {
      listed.add(id);
      added.push({ id, value, count: 0 });
    }
    const place = dealt.get(id) ?? { came: [], stayed: [] };
    dealt.set(id, place);
    (value === storedValue(row, column) ? place.stayed : place.came).push(row);
  }
  return {
    dealt: new Map([...dealt].map(([id, { came, stayed }]) => [id, [...came, ...stayed]])),
    added,
  };
}

/** How many rows more or fewer a stack is to have once what is staged is saved. */
export function stagedDifference(
  rows: readonly GridRow[],
  column: ShownColumn,
  { value }: Pick<Stack, 'value'>,
): number {
  let difference = 0;
  const seen = new Set<string>();
  for (const row of rows) {
    // A row that was moved may have been read for where it was and for where it is.
    if (!row.change || seen.has(row.change.ref)) continue;
    seen.add(row.change.ref);
    const isHere = row.change.kind !== 'delete' && stackedValue(row, column) === value;
    const wasHere = row.change.kind !== 'insert' && storedValue(row, column) === value;
    difference += Number(isHere) - Number(wasHere);
  }
  return difference;
}
