import { fileTypeOf } from '@causeway/contract/file-types.ts';
import type { FoundFile, TextReplacement } from '@causeway/contract/storage/replace.ts';
import { type Found, searchFor } from './search-text.ts';

export type TextTask = {
  bytes: Uint8Array;
  path: string;
  replacement: TextReplacement;
  isWriting: boolean;
};

export type Rewritten =
  /** Not text: neither looked into nor touched. */
  | { kind: 'encoding' }
  | { kind: 'unchanged' }
  | {
      kind: 'changed';
      matches: number;
      lines: FoundFile['lines'];
      conflict: FoundFile['conflict'];
      /** Only where it is about to be written. */
      after: Uint8Array | undefined;
    };

/** A replacement can make a text longer, without end; this far it may go. */
const LARGEST_AFTER = 20_000_000;
const LINES_SHOWN = 20;
/** Enough for the lines that are shown; a long text can have a million more, which are only counted. */
const MOST_REMEMBERED = 2_000;

/**
 * What a file would become. All but what is found stays byte for byte, a mark at its beginning too. Who
 * only looks is spared the new text, unless it takes it to know whether it still is JSON.
 */
export function rewriteText({ bytes, path, replacement, isWriting }: TextTask): Rewritten {
  const before = findText(bytes);
  if (before === undefined) return { kind: 'encoding' };
  const mustBeJson = fileTypeOf(path) === 'json' && isJson(before);
  const found: Found[] = [];
  const pieces: string[] = [];
  let [matches, place, length, isOther] = [0, 0, before.length, false];
  for (const one of searchFor(replacement)(before)) {
    matches += 1;
    length += one.by.length - (one.end - one.start);
    isOther ||= before.slice(one.start, one.end) !== one.by;
    if (found.length < MOST_REMEMBERED) found.push(one);
    if ((isWriting || mustBeJson) && length <= LARGEST_AFTER) {
      pieces.push(before.slice(place, one.start), one.by);
      place = one.end;
    }
  }
  if (!isOther) return { kind: 'unchanged' };
  const isTooLarge = length > LARGEST_AFTER;
  const after = isTooLarge ? '' : pieces.join('') + before.slice(place);
  const breaksJson = mustBeJson && !isTooLarge && !isJson(after);
  return {
    kind: 'changed',
    matches,
    lines: isWriting ? [] : linesOf(before, found),
    conflict: isTooLarge ? 'size' : breaksJson ? 'json' : null,
    after: isWriting ? Buffer.from(after) : undefined,
  };
}

/** Undefined where it is no UTF-8, or has the zero bytes that only other things than text have. */
function findText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The first lines that change. What follows on the same line belongs to it. */
function linesOf(text: string, found: Found[]): FoundFile['lines'] {
  const lines: FoundFile['lines'] = [];
  let counted = 0;
  let number = 1;
  for (let index = 0; index < found.length && lines.length < LINES_SHOWN;) {
    const first = found[index]!;
    const start = text.lastIndexOf('\n', first.start - 1) + 1;
    const own = [first];
    let end = endOfLine(text, first.end);
    for (index += 1; index < found.length && found[index]!.start < end; index += 1) {
      const next = found[index]!;
      own.push(next);
      // Most stay on the line: its end is not looked for again, which on one long line took for ever.
      if (next.end > end) end = endOfLine(text, next.end);
    }
    number += countLines(text, counted, start);
    counted = start;
    lines.push({ number, marks: marksOf(text, { start, end }, own) });
  }
  return lines;
}

function endOfLine(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

const AROUND = 60;
const LONGEST_PIECE = 500;
const MOST_FOUND_SHOWN = 30;

type Marks = FoundFile['lines'][number]['marks'];

/** A line in pieces: what stays, cut where it is long, what goes and what comes. */
function marksOf(text: string, line: { start: number; end: number }, found: Found[]): Marks {
  const marks: Marks = [];
  let place = line.start;
  for (const { start, end, by } of found.slice(0, MOST_FOUND_SHOWN)) {
    marks.push({ kind: 'same', text: shortened(text.slice(place, start), place === line.start) });
    marks.push({ kind: 'removed', text: cut(text.slice(start, end)) });
    marks.push({ kind: 'inserted', text: cut(by) });
    place = end;
  }
  const rest = text.slice(place, line.end).replace(/\r$/, '');
  const isCut = rest.length > 2 * AROUND || found.length > MOST_FOUND_SHOWN;
  marks.push({ kind: 'same', text: isCut ? `${rest.slice(0, AROUND)} …` : rest });
  return marks.filter((mark) => mark.text !== '');
}

function shortened(text: string, isHead: boolean): string {
  if (text.length <= 2 * AROUND + 20) return text;
  return `${isHead ? '' : text.slice(0, AROUND)} … ${text.slice(-AROUND)}`.trimStart();
}

function cut(text: string): string {
  return text.length > LONGEST_PIECE ? `${text.slice(0, LONGEST_PIECE)}…` : text;
}
