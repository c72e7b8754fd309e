import { createContext } from 'react';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { GridRow } from './grid-rows.ts';

/** What cells of the grid need to be edited; the grid keeps its cells, so this reaches them on its own. */
export type GridEditing = {
  connectorId: string;
  /** Every column of the table, shown or not. */
  columns: readonly ShownColumn[];
  /** All keystrokes of one `session` are one step of undo. */
  onEdit: (row: GridRow, edits: CellEdit[], session: unknown) => void;
  /** Takes back what was staged in the session. */
  onCancel: (session: unknown) => void;
};

export const GridEditingContext = createContext<GridEditing | undefined>(undefined);
