import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars } from '@codemirror/view';
import { lineEndOf } from './line-end.ts';

/**
 * Otherwise \r\n and \r would quietly become \n, and a text that was only looked at would be another. What
 * is typed and pasted takes the line ends of the text it comes into.
 */
export function keptLineEnds(text: string): Extension {
  return [
    EditorState.lineSeparator.of(lineEndOf(text)),
    highlightSpecialChars(),
    EditorView.clipboardInputFilter.of((pasted, { doc, lineBreak }) =>
      doc.toString().includes('\r') ? pasted : pasted.replace(/\r\n?|\n/g, lineBreak),
    ),
  ];
}

/** A place in an editor, where each line end counts as one, as a place in its text. */
export function placeInText({ doc, lineBreak }: EditorState, place: number): number {
  return place + (doc.lineAt(place).number - 1) * (lineBreak.length - 1);
}

export function placeInEditor(state: EditorState, place: number): number {
  return state.toText(state.sliceDoc().slice(0, place)).length;
}
