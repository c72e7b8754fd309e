import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { keptLineEnds, placeInText } from './kept-line-ends.ts';

type CodeViewInput = {
  text: string;
  /** Read once, when the editor is made: make it anew with a `key` for others. */
  extensions: Extension[];
  /** Lines end as they do in the text; otherwise with \n, whatever ended them. */
  keepsLineEnds?: boolean;
  onText: (text: string) => void;
  /** The place in the text. */
  onCursor?: (place: number) => void;
};

/** An editor of CodeMirror in an element. What is typed is told; a text from outside replaces its own. */
export function useCodeView({
  text,
  extensions,
  keepsLineEnds = false,
  onText,
  onCursor,
}: CodeViewInput) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef({ onText, onCursor });
  const [lineEnds] = useState(() => new Compartment());
  useEffect(() => {
    told.current = { onText, onCursor };
  });

  useEffect(() => {
    if (!element.current) return undefined;
    const listener = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) told.current.onText(state.sliceDoc());
      if (docChanged || selectionSet) {
        told.current.onCursor?.(placeInText(state, state.selection.main.head));
      }
    });
    const made = new EditorView({
      parent: element.current,
      state: EditorState.create({
        doc: text,
        extensions: [listener, lineEnds.of(keepsLineEnds ? keptLineEnds(text) : []), ...extensions],
      }),
    });
    view.current = made;
    return () => made.destroy();
    // The editor keeps its own text; only another `key` makes another editor.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => {
    const current = view.current;
    if (!current || current.state.sliceDoc() === text) return;
    if (keepsLineEnds) current.dispatch({ effects: lineEnds.reconfigure(keptLineEnds(text)) });
    const { length } = current.state.doc;
    current.dispatch({ changes: { from: 0, to: length, insert: text } });
  }, [text, keepsLineEnds, lineEnds]);

  return { element, view };
}
