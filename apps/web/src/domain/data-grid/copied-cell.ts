import type { Cell } from './cell-display.ts';

let copied: { text: string; value: string | null } | undefined;

/**
 * The text of one cell for the clipboard, which can't tell NULL from an empty text nor one value of
 * several lines from several values. What the cell held is remembered for when the text comes back.
 */
export function textOfCopied(cell: Cell): string {
  const value = cell === null ? null : String(cell);
  copied = { text: asPasted(value ?? ''), value };
  return value ?? '';
}

/** Something else was copied; its text may be the same. */
export function forgetCopiedCell(): void {
  copied = undefined;
}

/** The value of the cell that was copied last, if this is its text. */
export function findCopiedCell(text: string): { value: string | null } | undefined {
  return copied?.text === asPasted(text) ? copied : undefined;
}

/** Some systems give lines other ends than they were given. */
function asPasted(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
