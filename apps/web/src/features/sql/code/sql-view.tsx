import {
  autocompletion,
  closeBrackets,
  closeCompletion,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { plainKeys } from '#platform/code-editor/plain-keys.ts';
import { codeTheme } from '#platform/code-editor/code-theme.ts';
import { mayTakeFocus } from '#ui/may-take-focus.ts';
import { completionSource } from '../completion/source.ts';
import type { LiveNames } from '../completion/use-names.ts';
import { currentStatement } from './current-statement.ts';
import { sqlTheme } from './sql-theme.ts';
import classes from './sql-view.module.css';

export type SqlViewHandle = {
  focus(): void;
  text(): string;
  selection(): { from: number; to: number };
  /** Replaces all of the text, as one step that can be undone. */
  replace(text: string): void;
  /** Writes at the cursor. */
  insert(text: string): void;
  select(from: number, to: number): void;
};

export type SqlCommand = 'run' | 'runAll' | 'cancel' | 'save' | 'format' | 'explain';
export type Problem = { from: number; to: number; message: string };

type SqlViewProps = {
  ref?: Ref<SqlViewHandle>;
  /** Another one is another text with its own past. */
  tabId: string;
  text: string;
  label: string;
  hint: string;
  names: LiveNames | undefined;
  /** Where something else than tables is to be completed. */
  complete?: CompletionSource | undefined;
  problems: Problem[];
  onText: (text: string) => void;
  onCursor: (place: number) => void;
  onCommand: (command: SqlCommand) => void;
};

/**
 * What was typed, undone and selected in each tab, for when it comes back into sight. Its extensions
 * tell whoever draws it, which is another one by then.
 */
type KeptTab = { state?: EditorState; drawer: { props: SqlViewProps } };
const kept = new Map<string, KeptTab>();

const keys: [string, SqlCommand][] = [
  ['Mod-Enter', 'run'],
  ['Mod-Shift-Enter', 'runAll'],
  ['Mod-.', 'cancel'],
  ['Mod-s', 'save'],
  ['Shift-Alt-f', 'format'],
  ['Mod-Shift-e', 'explain'],
];

/** The editor itself. Its text is its own; one from outside replaces it only when it is another. */
export function SqlView(props: SqlViewProps) {
  const { ref, tabId, text, label, hint, problems } = props;
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  useEffect(() => {
    const known = kept.get(tabId);
    if (known) known.drawer.props = props;
  });

  useEffect(() => {
    if (!element.current) return undefined;
    const known = kept.get(tabId) ?? { drawer: { props } };
    known.drawer.props = props;
    kept.set(tabId, known);
    const isSame = known.state?.doc.toString() === text;
    const extensions = extensionsOf(() => known.drawer.props, { label, hint });
    const made = new EditorView({
      parent: element.current,
      state: (isSame && known.state) || EditorState.create({ doc: text, extensions }),
    });
    view.current = made;
    if (mayTakeFocus()) made.focus();
    return () => {
      known.state = made.state;
      made.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tabId]);

  useEffect(() => {
    const current = view.current;
    if (!current || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const current = view.current;
    if (!current) return;
    const { length } = current.state.doc;
    const shown = problems
      .filter(({ from }) => from <= length)
      .map(({ from, to, message }): Diagnostic => {
        return { from, to: Math.min(Math.max(to, from), length), message, severity: 'error' };
      });
    current.dispatch(setDiagnostics(current.state, shown));
  }, [problems, tabId]);

  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    text: () => view.current?.state.doc.toString() ?? '',
    selection: () => {
      const { from = 0, to = 0 } = view.current?.state.selection.main ?? {};
      return { from, to };
    },
    replace: (next) => {
      const current = view.current;
      current?.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: next } });
    },
    insert: (added) => {
      const current = view.current;
      if (!current) return;
      current.dispatch(current.state.replaceSelection(added));
      current.focus();
    },
    select: (from, to) => {
      const current = view.current;
      if (!current) return;
      const end = Math.min(to, current.state.doc.length);
      current.dispatch({
        selection: { anchor: Math.min(from, end), head: end },
        scrollIntoView: true,
      });
      current.focus();
    },
  }));

  return <div className={classes.view} ref={element} />;
}

function extensionsOf(
  props: () => SqlViewProps,
  { label, hint }: { label: string; hint: string },
): Extension[] {
  const ofTables = completionSource(() => props().names);
  return [
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) props().onText(state.doc.toString());
      if (docChanged || selectionSet) props().onCursor(state.selection.main.head);
    }),
    Prec.highest(
      keymap.of(
        keys.map(([key, command]) => ({
          key,
          preventDefault: true,
          run: (view) => {
            closeCompletion(view);
            props().onCommand(command);
            return true;
          },
        })),
      ),
    ),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    highlightSelectionMatches(),
    search({ top: true }),
    sql({ dialect: PostgreSQL }),
    autocompletion({
      override: [(context) => (props().complete ?? ofTables)(context)],
      icons: true,
    }),
    currentStatement,
    placeholder(hint),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
    keymap.of([
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...plainKeys,
      indentWithTab,
    ]),
    codeTheme,
    sqlTheme,
  ];
}
