import { use } from 'react';
import { CellEditor } from '#domain/data-grid/cell-editor.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { GridEditingContext } from './grid-editing.ts';
import { valueIn, valueOf, type GridRow } from './grid-rows.ts';

type RowCellEditorProps = { row: GridRow; column: ShownColumn; onClose: () => void };

/** The editor of a cell, for a row of the table. */
export function RowCellEditor({ row, column, onClose }: RowCellEditorProps) {
  const editing = use(GridEditingContext);
  if (!editing) return null;
  return (
    <CellEditor
      // A new row that was saved is another one.
      key={row.change?.kind === 'insert' ? row.change.ref : row.index}
      connectorId={editing.connectorId}
      column={column}
      valueOf={(name) =>
        name === column.name ? valueIn(row, column) : valueOf(row, editing.columns, name)
      }
      onEdits={(edits, session) => editing.onEdit(row, edits, session)}
      onCancel={editing.onCancel}
      onClose={onClose}
    />
  );
}
