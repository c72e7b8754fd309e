import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { createContext } from 'react';
import type { DataColumn } from '#domain/data-grid/data-column.ts';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import type { ResultRows } from './result-rows.ts';

export type RowEdits = { row: number; edits: CellEdit[] };
export type CellPlace = { row: number; column: number };

/** Edits that are not in the database yet, over the cells they change. */
export type GridEdits = {
  connectorId: string;
  /** What an editor has to know; undefined where the column is none of the table. */
  columnAt(column: number): DataColumn | undefined;
  /** Undefined where nothing is staged. */
  stagedAt(row: number, column: number): StagedValue | undefined;
  /** What a column of the table is to be in a row. */
  valueOf(row: number, column: string): StagedValue | undefined;
  /** Whether the row is to be deleted: it takes no edits then. */
  isRemoved(row: number): boolean;
  /** What belongs to one session, such as the letters of a value, is taken back together. */
  edit(row: number, edits: CellEdit[], session?: unknown): void;
  /** All of them are one step. */
  editAll(rows: RowEdits[]): void;
  takeBack(session: unknown): void;
  undo(): void;
  redo(): void;
};

/** What the cells of a grid look at while they are drawn. */
export type Drawn = { rows: ResultRows; edits: GridEdits | undefined };
export const DrawnContext = createContext<Drawn | undefined>(undefined);
