import type { StagedValue } from '@causeway/contract/edits.ts';
import { useState } from 'react';
import { ValueEditor } from '#platform/value-editors/value-editor.tsx';
import { ValueMenu } from '#platform/value-editors/value-menu.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { stagedIn, valueIn, type GridRow } from './grid-rows.ts';
import { ReferenceBox } from './reference-box.tsx';
import classes from './panel-editor.module.css';
import type { TableEditing } from './use-table-editing.ts';

export type PanelEditing = Pick<TableEditing, 'edit' | 'isEditable'> & { connectorId: string };

type PanelEditorProps = { row: GridRow; column: ShownColumn; editing: PanelEditing };

/** The value panel as an editor, with all the room a cell does not have. */
export default function PanelEditor({ row, column, editing }: PanelEditorProps) {
  const [session] = useState(() => Symbol('panel'));
  const value = valueIn(row, column);
  const reference = column.foreignKey?.columns.length === 1 ? column.foreignKey : undefined;
  function change(next: StagedValue | undefined) {
    editing.edit([{ row, edits: [{ column: column.name, value: next }] }], session);
  }
  return (
    <div className={classes.editor}>
      <div className={classes.field}>
        {reference ? (
          <ReferenceBox
            connectorId={editing.connectorId}
            reference={reference}
            column={column}
            value={value}
            onChange={change}
          />
        ) : (
          <ValueEditor column={column} label={column.label} value={value} onChange={change} />
        )}
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
