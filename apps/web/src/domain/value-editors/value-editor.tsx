import { useId, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrayEditor } from './array-editor.tsx';
import { BytesEditor } from './bytes-editor.tsx';
import { BooleanEditor, EnumEditor } from './choice-editors.tsx';
import { DateEditor } from './date-editor.tsx';
import { editorKindOf, type EditedColumn, type EditorKind } from './editor-kind.ts';
import type { EditorProps } from './editor-props.ts';
import { isDefaultValue, isNullValue, type FieldValue } from './field-value.ts';
import { IntervalEditor } from './interval-editor.tsx';
import { JsonEditor } from './json-editor.tsx';
import { RangeEditor } from './range-editor.tsx';
import { NumberEditor, TextEditor, UuidEditor } from './text-editors.tsx';
import classes from './value-editor.module.css';
import { ValueProblemLine } from './value-problem-line.tsx';
import { findValueProblem } from './value-problem.ts';

type ValueEditorProps = Omit<
  EditorProps,
  'placeholder' | 'isInvalid' | 'isReadOnly' | 'hasFocus' | 'describedBy'
> & { isReadOnly?: boolean; hasFocus?: boolean };

/** The right field for a column. What is typed is kept as text; nothing is read into a number or a date. */
export function ValueEditor({ isReadOnly = false, hasFocus = false, ...field }: ValueEditorProps) {
  const { t } = useTranslation('value-editors');
  const { column, value } = field;
  const Editor = editors[editorKindOf(column)];
  const problem = findValueProblem(column, value);
  const problemId = useId();
  return (
    <div className={classes.editor}>
      <Editor
        {...field}
        isReadOnly={isReadOnly}
        hasFocus={hasFocus}
        placeholder={placeholderOf(value, column) ?? t('automatic')}
        isInvalid={problem !== undefined}
        {...(problem && { describedBy: problemId })}
      />
      {problem && <ValueProblemLine id={problemId} problem={problem} />}
    </div>
  );
}

const editors: Record<EditorKind, ComponentType<EditorProps>> = {
  boolean: BooleanEditor,
  enum: EnumEditor,
  integer: NumberEditor,
  decimal: NumberEditor,
  date: DateEditor,
  time: DateEditor,
  timestamp: DateEditor,
  interval: IntervalEditor,
  array: ArrayEditor,
  range: RangeEditor,
  bytes: BytesEditor,
  json: JsonEditor,
  uuid: UuidEditor,
  text: TextEditor,
};

/** Undefined where the database makes the value itself. */
function placeholderOf(value: FieldValue | undefined, column: EditedColumn): string | undefined {
  const { defaultValue, isNullable, identity } = column;
  if (isNullValue(value)) return 'NULL';
  if (value && !isDefaultValue(value)) return '';
  if (defaultValue !== null) return defaultValue;
  if (identity) return undefined;
  return isNullable ? 'NULL' : '';
}
