import { splitStatements, statementAt } from '@causeway/contract/sql/lexer.ts';
import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';

const line = Decoration.line({ class: 'cm-current-statement' });
/** Beyond it nobody overlooks the text anyway, and every keystroke would read all of it. */
const LONGEST = 200_000;

/** Marks the lines that running the current statement would run, where there is more than one. */
export const currentStatement = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marksIn(view);
    }

    update({ docChanged, selectionSet, view }: ViewUpdate) {
      if (docChanged || selectionSet) this.decorations = marksIn(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function marksIn({ state }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  if (state.doc.length > LONGEST) return builder.finish();
  const statements = splitStatements(state.doc.toString());
  const current = statementAt(statements, state.selection.main.head);
  if (!current || statements.length < 2) return builder.finish();
  const last = state.doc.lineAt(current.to).number;
  for (let at = state.doc.lineAt(current.from).number; at <= last; at += 1) {
    const { from } = state.doc.line(at);
    builder.add(from, from, line);
  }
  return builder.finish();
}
