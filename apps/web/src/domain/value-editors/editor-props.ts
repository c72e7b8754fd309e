import type { EditedColumn } from './editor-kind.ts';
import type { FieldValue } from './field-value.ts';

export type EditorProps = {
  column: EditedColumn;
  /** What people read; it names the field for screen readers. */
  label: string;
  value: FieldValue | undefined;
  onChange: (value: FieldValue) => void;
  /** Said where there is no text: NULL, or what the default is. */
  placeholder: string;
  isInvalid: boolean;
  isReadOnly: boolean;
  hasFocus: boolean;
  /** Names the element that says what is wrong. */
  describedBy?: string;
};
