import { createContext } from 'react';
import type { ShownColumn } from '../table-columns.ts';
import type { CellRange } from './cell-range.ts';
import type { GridRow } from './grid-rows.ts';
import type { CellEdit } from './stage.ts';

/** What cells of the grid need to be edited; the grid keeps its cells, so this reaches them on its own. */
export type GridEditing = {
  connectorId: string;
  /** Every column of the table, shown or not. */
  columns: readonly ShownColumn[];
  /** All keystrokes of one `session` are one step of undo. */
  onEdit: (row: GridRow, edits: CellEdit[], session: unknown) => void;
};

export const GridEditingContext = createContext<GridEditing | undefined>(undefined);

/** The cells that are marked together; undefined when only one is. */
export const CellRangeContext = createContext<CellRange | undefined>(undefined);

/** How the editor of a cell was opened: what was typed replaces the value, else it is edited. */
export type Opening = { typed: string | undefined };
export const OpeningContext = createContext<{ current: Opening }>({
  current: { typed: undefined },
});

export type EditedCell = { row: GridRow; column: ShownColumn; onClose: () => void };
