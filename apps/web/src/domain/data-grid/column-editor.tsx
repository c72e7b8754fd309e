import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import { ValueEditor } from '#domain/value-editors/value-editor.tsx';
import type { DataColumn } from './data-column.ts';
import { ReferenceBox } from './reference-box.tsx';
import type { CellEdit } from '#domain/row-drafts/stage.ts';

type ColumnEditorProps = {
  connectorId: string;
  column: DataColumn;
  /** What a column of the row is to be. */
  valueOf: (column: string) => StagedValue | undefined;
  /** Several at once where a row is chosen that a key of several columns points at. */
  onChange: (edits: CellEdit[]) => void;
  /** Somebody chose, and needs the editor no longer. */
  onChosen?: () => void;
  isReadOnly?: boolean;
  hasFocus?: boolean;
};

/** The editor of a value: by its type, or the rows it may point at. */
export function ColumnEditor(props: ColumnEditorProps) {
  const { connectorId, column, valueOf, onChange, onChosen } = props;
  const { isReadOnly = false, hasFocus = false } = props;
  if (column.foreignKey) {
    return (
      <ReferenceBox
        reference={column.foreignKey}
        {...{ connectorId, column, valueOf, onChange, isReadOnly, hasFocus }}
        {...(onChosen && { onChosen })}
      />
    );
  }
  return (
    <ValueEditor
      {...{ column, isReadOnly, hasFocus }}
      label={column.label}
      value={valueOf(column.name)}
      onChange={(value) => onChange([{ column: column.name, value }])}
    />
  );
}
