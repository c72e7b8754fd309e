import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { useState } from 'react';
import { ValueMenu } from '#domain/value-editors/value-menu.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { stagedIn, valueOf, type GridRow } from './grid-rows.ts';
import { ColumnEditor } from '#domain/data-grid/column-editor.tsx';
import classes from './panel-editor.module.css';
import type { CellEdit } from '#domain/row-drafts/stage.ts';
import type { TableEditing } from './use-table-editing.ts';

export type PanelEditing = Pick<TableEditing, 'edit' | 'isEditable'> & { connectorId: string };

type PanelEditorProps = {
  row: GridRow;
  column: ShownColumn;
  columns: readonly ShownColumn[];
  editing: PanelEditing;
};

/** The value panel as an editor, with all the room a cell does not have. */
export default function PanelEditor({ row, column, columns, editing }: PanelEditorProps) {
  const [session] = useState(() => Symbol('panel'));
  function edit(edits: CellEdit[]) {
    editing.edit([{ row, edits }], session);
  }
  const change = (value: StagedValue | undefined) => edit([{ column: column.name, value }]);
  return (
    <div className={classes.editor}>
      <div className={classes.field}>
        <ColumnEditor
          connectorId={editing.connectorId}
          column={column}
          valueOf={(name) => valueOf(row, columns, name)}
          onChange={edit}
        />
      </div>
      <ValueMenu
        column={column}
        label={column.label}
        onChange={change}
        onRevert={stagedIn(row, column) && (() => change(undefined))}
      />
    </div>
  );
}
