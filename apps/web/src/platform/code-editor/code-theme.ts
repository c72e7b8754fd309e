import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Every colour is a token of the theme, so light and dark need one look only. */
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--page)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--text-sm)',
    lineHeight: '1.55',
    fontVariantLigatures: 'none',
  },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-faint)',
    border: 'none',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 45%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-soft-hover)' },
  // Nobody is between the brackets of an editor without the focus.
  '&:not(.cm-focused) .cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent-text)',
  },
  '.cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--text)' },
  '.cm-panels input, .cm-panels button': { fontFamily: 'var(--font-text)' },
  '.cm-textfield': {
    backgroundColor: 'var(--page)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-sm)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-sm)',
    color: 'var(--text)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--changed-soft)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--changed)' },
  // Suggestions; the library draws them light, whatever the theme.
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
  // What a comparison leaves out; the library draws it light, with a sign that the font lacks.
  '.cm-collapsedLines': {
    background: 'var(--surface) !important',
    color: 'var(--text-muted) !important',
    fontFamily: 'var(--font-text)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···" !important' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--hover)',
    border: 'none',
    color: 'var(--text-muted)',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.tagName], color: 'var(--accent-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--added)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--changed)' },
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent-text)', textDecoration: 'underline' },
  { tag: tags.monospace, color: 'var(--text-muted)' },
  { tag: tags.invalid, color: 'var(--removed)' },
]);

export const codeTheme = [look, syntaxHighlighting(colours)];
