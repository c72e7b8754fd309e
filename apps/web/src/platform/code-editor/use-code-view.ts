import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';

type CodeViewInput = {
  text: string;
  /** Read once, when the editor is made: make it anew with a `key` for others. */
  extensions: Extension[];
  onText: (text: string) => void;
  onCursor?: (place: number) => void;
};

/** An editor of CodeMirror in an element. What is typed is told; a text from outside replaces its own. */
export function useCodeView({ text, extensions, onText, onCursor }: CodeViewInput) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef({ onText, onCursor });
  useEffect(() => {
    told.current = { onText, onCursor };
  });

  useEffect(() => {
    if (!element.current) return undefined;
    const listener = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) told.current.onText(state.doc.toString());
      if (docChanged || selectionSet) told.current.onCursor?.(state.selection.main.head);
    });
    const made = new EditorView({
      parent: element.current,
      state: EditorState.create({ doc: text, extensions: [listener, ...extensions] }),
    });
    view.current = made;
    return () => made.destroy();
    // The editor keeps its own text; only another `key` makes another editor.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => {
    const current = view.current;
    if (!current || current.state.doc.toString() === text) return;
    const { length } = current.state.doc;
    current.dispatch({ changes: { from: 0, to: length, insert: text } });
  }, [text]);

  return { element, view };
}
