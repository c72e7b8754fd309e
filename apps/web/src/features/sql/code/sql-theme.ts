import { EditorView } from '@codemirror/view';

/** What only SQL has: suggestions, errors and the statement the cursor stands in. */
export const sqlTheme = EditorView.theme({
  '.cm-line.cm-current-statement': { boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-placeholder': { color: 'var(--text-faint)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-md)',
    boxShadow: 'var(--shadow-overlay)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-xs)',
    maxHeight: '16em',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    padding: '3px 8px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft-hover)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '16px',
    color: 'var(--text-faint)',
    fontStyle: 'normal',
    maxWidth: '26em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-completionIcon': { width: '1.2em', opacity: '0.8', color: 'var(--accent-text)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--removed)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--removed)', padding: '4px 8px' },
});
