import { ValueEditor } from '#domain/value-editors/value-editor.tsx';
import type { ColumnEditorProps } from './column-editor-props.ts';
import { ReferenceBox } from './reference-box.tsx';

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
