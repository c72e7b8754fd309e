import type { FilterCondition } from '@causeway/contract/tables/filters.ts';
import { listOperators } from '#domain/filters/filter-choices.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { GridRow } from './grid-rows.ts';

/** Longer values are rarely there twice, and an address has to hold them. */
const LONGEST = 200;
const LONGEST_SHOWN = 24;

export type ValueFilters = { only: FilterCondition; others: FilterCondition; text: string };

/**
 * The filters a value of the database gives by itself; undefined where it gives none: what is only
 * staged is not in the database, and JSON is not compared as a whole.
 */
export function findValueFilters(row: GridRow, column: ShownColumn): ValueFilters | undefined {
  const cell = row.cells?.[column.place];
  if (cell === undefined || row.change?.kind === 'insert') return undefined;
  const { name } = column;
  if (cell === null) {
    const [only, others] = [{ operator: 'isNull' }, { operator: 'isNotNull' }] as const;
    return { only: { column: name, ...only }, others: { column: name, ...others }, text: 'NULL' };
  }
  const value = String(cell);
  if (!listOperators(column).includes('eq') || value.length > LONGEST) return undefined;
  return {
    only: { column: name, operator: 'eq', value },
    others: { column: name, operator: 'ne', value },
    text: value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value,
  };
}
