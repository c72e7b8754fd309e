import type { CellKeyboardEvent } from 'react-data-grid';

const SEVERAL_LINES = 'textarea, [contenteditable="true"]';

/** In a text of several lines Enter begins a new one; with Ctrl it is done, unless it is not valid. */
export function pressWhileTyping(event: CellKeyboardEvent): void {
  const { target } = event;
  const isLines = target instanceof HTMLElement && target.matches(SEVERAL_LINES);
  const isInvalid = isLines && target.ariaInvalid === 'true';
  const isDone = (event.ctrlKey || event.metaKey) && !isInvalid;
  if (event.key === 'Enter' && isLines && !isDone) event.preventGridDefault();
}

export function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches(`input, select, ${SEVERAL_LINES}`);
}
