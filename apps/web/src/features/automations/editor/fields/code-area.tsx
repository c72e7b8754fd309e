import {
  autocompletion,
  closeBrackets,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, type KeyBinding } from '@codemirror/view';
import { useEffect, useState } from 'react';
import { plainKeys } from '#platform/code-editor/plain-keys.ts';
import { codeTheme } from '#platform/code-editor/code-theme.ts';
import { useCodeView } from '#platform/code-editor/use-code-view.ts';
import classes from './fields.module.css';

type CodeAreaProps = {
  label: string;
  language: 'sql' | 'javascript';
  /** Tables and views to complete, in SQL. */
  tables?: readonly string[];
  text: string;
  isInvalid: boolean;
  isReadOnly: boolean;
  onText: (text: string) => void;
};

/** An open list is closed first: it scrolls, so a browser's Tab would go into it, and be lost with it. */
const tabLeaves: KeyBinding = {
  key: 'Tab',
  run: (view) => {
    closeCompletion(view);
    return false;
  },
};

/** Code in a form. Its words and tables are completed; Tab goes on to the next field. */
export default function CodeArea(props: CodeAreaProps) {
  const { label, language, tables = [], text, isInvalid, isReadOnly, onText } = props;
  const [words] = useState(() => new Compartment());
  const { element, view } = useCodeView({
    text,
    onText,
    extensions: [
      lineNumbers(),
      history(),
      closeBrackets(),
      bracketMatching(),
      // Their signs are in none of our fonts.
      autocompletion({ icons: false }),
      words.of(wordsOf(language, tables)),
      EditorView.lineWrapping,
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      keymap.of([tabLeaves, ...completionKeymap, ...historyKeymap, ...plainKeys]),
      codeTheme,
    ],
  });
  // Tables may come while one types: only what is completed changes, never the editor.
  const known = tables.join('\n');
  useEffect(() => {
    view.current?.dispatch({ effects: words.reconfigure(wordsOf(language, known.split('\n'))) });
  }, [known, language, view, words]);
  return <div ref={element} className={classes.code} data-invalid={isInvalid || undefined} />;
}

function wordsOf(language: CodeAreaProps['language'], tables: readonly string[]) {
  if (language === 'javascript') return javascript();
  const schema = Object.fromEntries(tables.filter(Boolean).map((table) => [table, []]));
  return sql({ dialect: PostgreSQL, schema });
}
