const TYPED_INTO = 'input, textarea, select, [contenteditable="true"]';

/**
 * Whether what comes late may take the focus: not from a dialog that is open above it, and not from
 * somebody who types elsewhere meanwhile, whose next letters would go astray.
 */
export function mayTakeFocus(): boolean {
  const isTyping = document.activeElement?.matches(TYPED_INTO) ?? false;
  return !isTyping && document.querySelector('[role="dialog"]') === null;
}
