import { TextInput } from '@mantine/core';
import type { EditorProps } from './editor-props.ts';
import { fieldProps } from './field-props.ts';
import { textOfValue } from './field-value.ts';
import classes from './value-editor.module.css';

/** A value as the text Postgres writes for it. */
export function TextOfValue(props: EditorProps) {
  return (
    <TextInput
      {...fieldProps(props)}
      className={classes.number}
      value={textOfValue(props.value)}
      onChange={(event) => props.onChange({ set: event.currentTarget.value })}
    />
  );
}
