import type { StagedValue } from '@causeway/contract/edits.ts';
import { createContext } from 'react';
import type { EditedColumn } from '#domain/value-editors/editor-kind.ts';
import type { ResultRows } from './result-rows.ts';

export type CellPlace = { row: number; column: number };

/** Edits that are not in the database yet, over the cells they change. */
export type GridEdits = {
  /** What an editor has to know; undefined where the column is none of the table. */
  columnAt(column: number): EditedColumn | undefined;
  /** Undefined where nothing is staged. */
  stagedAt(row: number, column: number): StagedValue | undefined;
  /** What is staged, else what was read. */
  valueAt(row: number, column: number): StagedValue | undefined;
  /** What belongs to one step, such as the letters of a value, is taken back together. */
  edit(place: CellPlace, value: StagedValue, step?: string): void;
  undo(): void;
  redo(): void;
};

/** What the cells of a grid look at while they are drawn. */
type Drawn = { rows: ResultRows; edits: GridEdits | undefined };
export const DrawnContext = createContext<Drawn | undefined>(undefined);
