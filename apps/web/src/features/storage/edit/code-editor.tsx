import { history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { plainKeys } from '#platform/code-editor/plain-keys.ts';
import { codeTheme } from '#platform/code-editor/code-theme.ts';
import { placeInEditor } from '#platform/code-editor/kept-line-ends.ts';
import { useCodeView } from '#platform/code-editor/use-code-view.ts';
import classes from './code-editor.module.css';

export type CodeLanguage = 'json' | 'markdown' | 'text';

type CodeEditorProps = {
  label: string;
  text: string;
  language: CodeLanguage;
  isReadOnly: boolean;
  /** Where the text stops being valid. */
  problem: number | undefined;
  onText: (text: string) => void;
  onCursor: (place: number) => void;
};

export default function CodeEditor(props: CodeEditorProps) {
  // An editor is made for one language; a text that becomes JSON gets another.
  return <Code key={`${props.language} ${props.isReadOnly}`} {...props} />;
}

function Code({ label, text, language, isReadOnly, problem, onText, onCursor }: CodeEditorProps) {
  const { element, view } = useCodeView({
    text,
    extensions: extensionsFor({ label, language, isReadOnly }),
    keepsLineEnds: true,
    onText,
    onCursor,
  });

  function showProblem() {
    const editor = view.current;
    if (problem === undefined || !editor) return;
    const anchor = placeInEditor(editor.state, problem);
    editor.dispatch({ selection: { anchor }, scrollIntoView: true });
    editor.focus();
  }

  return (
    <div className={classes.frame}>
      <div ref={element} className={classes.editor} />
      {problem !== undefined && <ProblemButton onClick={showProblem} />}
    </div>
  );
}

function ProblemButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('storage');
  return (
    <Button className={classes.problem} size="compact-xs" variant="default" onClick={onClick}>
      {t('json.showProblem')}
    </Button>
  );
}

type Wanted = Pick<CodeEditorProps, 'label' | 'language' | 'isReadOnly'>;

function extensionsFor({ label, language, isReadOnly }: Wanted): Extension[] {
  const languages = { json: json(), markdown: markdown(), text: [] };
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    foldGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    // Tab leaves the editor after Escape, as CodeMirror does by itself.
    keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...plainKeys, indentWithTab]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorState.readOnly.of(isReadOnly),
    languages[language],
    codeTheme,
  ];
}
