import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { isComputed } from '#domain/row-drafts/stage.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import { valueIn, type GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import { calendarZone } from '../ways/use-calendar-zone.ts';
import { isInstant } from '../ways/way-columns.ts';
import type { CellRange } from '#domain/data-grid/ranges/cell-range.ts';
import { continueSeries, type SeriesKind } from './series.ts';
import { valueOfPasted, type RowEdits } from './spread.ts';

type Filling = {
  rows: readonly GridRow[];
  columns: readonly ShownColumn[];
  source: CellRange;
  target: CellRange;
  /** By whose clock instants become days. */
  timeZone: string;
};

/** By whose clock the reader sees instants. */
export function zoneOfReader(ofDatabase: string): string {
  const user = findCurrentUser();
  return user ? calendarZone(user.formats, ofDatabase) : ofDatabase;
}

/** Every column, or every row when the drag went sideways, goes on by itself. */
export function fillEdits(filling: Filling): RowEdits[] {
  const { rows, columns, source, target, timeZone } = filling;
  const isDown = target.left === source.left && target.right === source.right;
  if (isDown) return fillRows(filling);
  const isBack = target.right < source.left;
  const from = steps(source.left, source.right, isBack);
  const to = steps(target.left, target.right, isBack);
  return rows.slice(source.top, source.bottom + 1).map((row) => {
    const values = from.map((at) => {
      const column = columns[at];
      return column && valueIn(row, column);
    });
    const next = goOn(values, kindOf(columns[source.left], timeZone));
    const edits = to.flatMap((at, step) => {
      const column = columns[at];
      const value = next(step);
      if (!column || isComputed(column) || !value) return [];
      return { column: column.name, value: fitted(value, column) };
    });
    return { row, edits };
  });
}

function fillRows({ rows, columns, source, target, timeZone }: Filling): RowEdits[] {
  const isBack = target.bottom < source.top;
  const from = steps(source.top, source.bottom, isBack);
  const sequences = columns.slice(source.left, source.right + 1).flatMap((column) => {
    if (isComputed(column)) return [];
    const values = from.map((at) => {
      const row = rows[at];
      return row && valueIn(row, column);
    });
    return { column, next: goOn(values, kindOf(column, timeZone)) };
  });
  return steps(target.top, target.bottom, isBack).flatMap((at, step) => {
    const row = rows[at];
    if (!row) return [];
    const edits = sequences.flatMap(({ column, next }) => {
      const value = next(step);
      return value ? { column: column.name, value: fitted(value, column) } : [];
    });
    return { row, edits };
  });
}

/** A place after the other, away from where the drag began. */
function steps(from: number, to: number, isBack: boolean): number[] {
  const places = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return isBack ? places.toReversed() : places;
}

type Value = StagedValue | undefined;

function kindOf(column: ShownColumn | undefined, timeZone: string): SeriesKind | undefined {
  if (!column) return undefined;
  // Dates and times, and spans of time.
  const isTime = column.category === 'D' || column.category === 'T';
  return { clock: isInstant(column) ? { timeZone } : 'as-written', isTime };
}

function goOn(values: readonly Value[], kind: SeriesKind | undefined): (step: number) => Value {
  const texts = values.flatMap((value) => (value && 'set' in value ? value.set : []));
  const series = texts.length === values.length ? continueSeries(texts, kind) : undefined;
  if (series) return (step) => ({ set: series(step + 1) });
  return (step) => values[step % values.length];
}

/** No value is what the column makes of none. */
function fitted(value: StagedValue, column: ShownColumn): StagedValue {
  return 'null' in value ? valueOfPasted(null, column) : value;
}
