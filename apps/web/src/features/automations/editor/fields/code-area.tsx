import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
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

/** Code in a form. Its words and tables are completed; Tab goes on to the next field. */
export default function CodeArea(props: CodeAreaProps) {
  const { label, language, tables = [], text, isInvalid, isReadOnly, onText } = props;
  const { element } = useCodeView({
    text,
    onText,
    extensions: [
      lineNumbers(),
      history(),
      closeBrackets(),
      bracketMatching(),
      autocompletion(),
      language === 'sql'
        ? sql({
            dialect: PostgreSQL,
            schema: Object.fromEntries(tables.map((table) => [table, []])),
          })
        : javascript(),
      EditorView.lineWrapping,
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      keymap.of([...completionKeymap, ...historyKeymap, ...plainKeys]),
      codeTheme,
    ],
  });
  return <div ref={element} className={classes.code} data-invalid={isInvalid || undefined} />;
}
