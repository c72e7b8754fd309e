import { EditorState, Compartment } from '@codemirror/state';
import { EditorView, placeholder as placeholderText } from '@codemirror/view';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCodeView } from '#platform/code-editor/use-code-view.ts';
import { codeExtensions, type CodeLanguage } from './code-extensions.ts';
import classes from './code-field.module.css';
import type { EditorProps } from './editor-props.ts';
import { DEFAULT_VALUE, textOfValue } from './field-value.ts';

type CodeFieldProps = EditorProps & {
  language: CodeLanguage;
  /** Where somebody was typing until the editor was loaded; undefined when nobody was. */
  typingAt: number | undefined;
};

/**
 * A value of several lines. Escape puts back what it was when the field was entered, Ctrl+Enter leaves the
 * field unless what stands there is not valid.
 */
export default function CodeField(props: CodeFieldProps) {
  const { language, value, onChange, isInvalid, isReadOnly, hasFocus, typingAt } = props;
  const text = textOfValue(value);
  const [entered, setEntered] = useState(value);
  const [rules] = useState(() => new Compartment());

  const revert = useEffectEvent((): boolean => {
    if (isReadOnly || textOfValue(entered) === text) return false;
    onChange(entered ?? DEFAULT_VALUE);
    return true;
  });
  const accept = useEffectEvent((editor: EditorView): boolean => {
    if (!isInvalid) editor.contentDOM.blur();
    return true;
  });
  const enter = useEffectEvent(() => setEntered(value));

  const { element, view } = useCodeView({
    text,
    keepsLineEnds: true,
    // A text from outside is told as well. That NULL shows no text does not make it an empty one.
    onText: (next) => {
      if (next !== text) onChange({ set: next });
    },
    extensions: [
      codeExtensions({
        language,
        onEnter: () => enter(),
        onRevert: () => revert(),
        onAccept: (editor) => accept(editor),
      }),
      rules.of(rulesOf(props)),
    ],
  });

  useEffect(() => {
    view.current?.dispatch({ effects: rules.reconfigure(rulesOf(props)) });
    // Just what the rules are made of.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [props.label, props.placeholder, isInvalid, isReadOnly, props.describedBy]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || (!hasFocus && typingAt === undefined)) return;
    editor.focus();
    const anchor = Math.min(typingAt ?? editor.state.doc.length, editor.state.doc.length);
    editor.dispatch({ selection: { anchor }, scrollIntoView: true });
    // Only when it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return (
    <div
      ref={element}
      className={classes.field}
      data-invalid={isInvalid || undefined}
      data-read-only={isReadOnly || undefined}
    />
  );
}

/** What may be another with every keystroke. */
function rulesOf({
  label,
  placeholder,
  isInvalid,
  isReadOnly,
  hasFocus,
  describedBy,
}: EditorProps) {
  return [
    placeholderText(placeholder),
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': String(isReadOnly),
      'aria-invalid': String(isInvalid),
      ...(describedBy && { 'aria-describedby': describedBy }),
      // Where a dialog puts the focus.
      ...(hasFocus && { 'data-autofocus': 'true' }),
    }),
  ];
}
