import { findPlaceholders } from '@causeway/contract/snippets/placeholders.ts';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import type { EditorState, Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet } from '@codemirror/view';
import { ReadOnlyCode } from './read-only-code.tsx';

const mark = Decoration.mark({ class: 'cm-snippet-placeholder' });

function marksOf(text: string): DecorationSet {
  return Decoration.set(findPlaceholders(text).map(({ from, to }) => mark.range(from, to)));
}

/** Placeholders of a snippet stand out: they are what a reader chooses. */
export const placeholderMarks: Extension = [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor({ state }: EditorView) {
        this.decorations = marksOf(state.doc.toString());
      }
      update({ docChanged, state }: { docChanged: boolean; state: EditorState }) {
        if (docChanged) this.decorations = marksOf(state.doc.toString());
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  EditorView.theme({
    '.cm-snippet-placeholder': {
      padding: '1px 0',
      borderRadius: 'var(--radius-sm)',
      backgroundColor: 'var(--accent-soft)',
      color: 'var(--accent-text)',
    },
    '.cm-snippet-placeholder *': { color: 'var(--accent-text)', fontWeight: 'inherit' },
  }),
];

const extensions = [sql({ dialect: PostgreSQL }), placeholderMarks];

type SqlBlockProps = { text: string; label: string; className?: string | undefined };

/** SQL to read, coloured as in the editor. */
export function SqlBlock(props: SqlBlockProps) {
  return <ReadOnlyCode {...props} extensions={extensions} />;
}
