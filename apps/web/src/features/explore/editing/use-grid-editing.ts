import { useMemo } from 'react';
import { useHandlers } from '#ui/use-handlers.ts';
import type { GridEditing } from './grid-editing.ts';
import type { GridRow } from './grid-rows.ts';
import type { CellEdit } from './stage.ts';
import type { TableEditing } from './use-table-editing.ts';

/** What the cells of a grid need to be edited; undefined where they can't be. */
export function useGridEditing(
  connectorId: string,
  editing: TableEditing,
): GridEditing | undefined {
  const { onEdit } = useHandlers({
    onEdit: (row: GridRow, edit: CellEdit, session: unknown) =>
      editing.edit([{ row, edits: [edit] }], session),
  });
  const { mayEdit } = editing;
  return useMemo(
    () => (mayEdit ? { connectorId, onEdit } : undefined),
    [mayEdit, connectorId, onEdit],
  );
}
