import { Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { inField, withLineEndsOf } from '#platform/code-editor/line-end.ts';
import type { CodeLanguage } from './code-extensions.ts';
import type { EditorProps } from './editor-props.ts';
import { textOfValue } from './field-value.ts';
import { fieldProps } from './field-props.ts';
import classes from './value-editor.module.css';

const CodeField = lazy(() => import('./code-field.tsx'));

/**
 * JSON and long texts. The editor for them is loaded when the first of them opens; until then a plain field
 * stands there, and what is typed into it goes on in the editor.
 */
export function CodeText(props: EditorProps & { language: CodeLanguage }) {
  const { value, onChange } = props;
  const text = textOfValue(value);
  const [typingAt, setTypingAt] = useState<number>();
  return (
    <Suspense
      fallback={
        <Textarea
          {...fieldProps(props)}
          className={classes.mono}
          autosize
          minRows={1}
          maxRows={18}
          value={inField(text)}
          onChange={(event) => onChange({ set: withLineEndsOf(text, event.currentTarget.value) })}
          onSelect={(event) => setTypingAt(event.currentTarget.selectionStart)}
          onBlur={() => setTypingAt(undefined)}
        />
      }
    >
      <CodeField {...props} typingAt={typingAt} />
    </Suspense>
  );
}
