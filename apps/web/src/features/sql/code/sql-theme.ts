import { EditorView } from '@codemirror/view';

/** What only SQL has: errors and the statement the cursor stands in. */
export const sqlTheme = EditorView.theme({
  '.cm-line.cm-current-statement': { boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--removed)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--removed)', padding: '4px 8px' },
});
