import { useMemo } from 'react';
import { useHandlers } from '#ui/use-handlers.ts';
import type { GridEditing } from './grid-editing.ts';
import type { GridRow } from './grid-rows.ts';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import type { TableEditing } from './use-table-editing.ts';

/** What the cells of a grid need to be edited; undefined where they can't be. */
export function useGridEditing(
  connectorId: string,
  editing: TableEditing,
): GridEditing | undefined {
  const { onEdit, onCancel } = useHandlers({
    onEdit: (row: GridRow, edits: CellEdit[], session: unknown) =>
      editing.edit([{ row, edits }], session),
    onCancel: (session: unknown) => editing.store.takeBack(session),
  });
  const { mayEdit, layout } = editing;
  return useMemo(
    () =>
      mayEdit && layout ? { connectorId, columns: layout.columns, onEdit, onCancel } : undefined,
    [mayEdit, layout, connectorId, onEdit, onCancel],
  );
}
