import { isAscii, isUtf8 } from 'node:buffer';
import {
  type Encoding,
  type ImportFormat,
  plainReadOptions,
  type ReadOptions,
} from '@causeway/contract/imports/plan.ts';
import { readCells, CsvScanner } from './csv-scanner.ts';
import { guessDateOrder, guessDecimal, isTyped } from './guess-values.ts';
import { type ByteSource, readBytes } from '#platform/bytes/byte-source.ts';
import { decodeHead, unpackHead } from './text.ts';

const HEAD_SIZE = 262_144;
/** How far is looked for the first letter that is not ASCII. */
const LOOKED_FOR_LETTERS = 33_554_432;

/** How a file is most likely to be read, told from its beginning and its name. */
export async function detectOptions(source: ByteSource, fileName: string): Promise<ReadOptions> {
  const head = await readBytes(source, 0, HEAD_SIZE);
  if (startsWith(head, 'PAR1')) return { ...plainReadOptions, format: 'parquet' };
  if (startsWith(head, 'PK\u0003\u0004')) return { ...plainReadOptions, format: 'xlsx' };
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isPacked ? await unpackHead(head, HEAD_SIZE) : head;
  const isCut = isPacked || source.size > head.length;
  const encoding = await detectEncoding(bytes, isCut, isPacked ? undefined : source);
  const text = withoutMark(decodeHead(bytes, encoding));
  const found = { compression: isPacked ? ('gzip' as const) : ('none' as const), encoding };
  const format = detectFormat(text, fileName);
  if (format !== 'csv') return { ...plainReadOptions, ...found, format };
  return { ...plainReadOptions, ...found, ...detectCsv(text, isCut, fileName) };
}

function startsWith(head: Buffer, text: string): boolean {
  return head.subarray(0, text.length).equals(Buffer.from(text, 'latin1'));
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

async function detectEncoding(
  head: Buffer,
  isCut: boolean,
  source: ByteSource | undefined,
): Promise<Encoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const looked = Math.min(head.length, 4_096);
  for (let at = 0; at < looked; at += 1) if (head[at] === 0) zeros[at % 2]! += 1;
  if (zeros[1]! > looked / 5) return 'utf-16le';
  if (zeros[0]! > looked / 5) return 'utf-16be';
  if (!isText(head, isCut)) return 'windows-1252';
  if (!isCut || !source || !isAscii(head)) return 'utf-8';
  return findLetters(source);
}

/** The first piece with a letter that is not ASCII decides. */
async function findLetters(source: ByteSource): Promise<Encoding> {
  for await (const piece of source.read(HEAD_SIZE, LOOKED_FOR_LETTERS)) {
    if (!isAscii(piece)) return isText(piece, true) ? 'utf-8' : 'windows-1252';
  }
  return 'utf-8';
}

/** A character may be cut in two at either end of a piece: its halves say nothing. */
function isText(bytes: Buffer, isCut: boolean): boolean {
  return isUtf8(isCut ? withoutHalves(bytes) : bytes);
}

const isContinuation = (byte: number | undefined) => byte !== undefined && byte >> 6 === 0b10;

function withoutHalves(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  const isWhole = bytes.length - lead >= length;
  return bytes.subarray(start, isWhole ? bytes.length : lead);
}

function detectFormat(text: string, fileName: string): ImportFormat {
  const start = text.trimStart();
  if (start.startsWith('[')) return /\.(csv|tsv|txt)(\.gz)?$/i.test(fileName) ? 'csv' : 'json';
  if (!start.startsWith('{')) return 'csv';
  const [first = ''] = start.split('\n', 1);
  try {
    JSON.parse(first);
    return 'ndjson';
  } catch {
    return /\.(ndjson|jsonl)(\.gz)?$/i.test(fileName) ? 'ndjson' : 'json';
  }
}

const SAMPLE_ROWS = 200;

function detectCsv(text: string, isCut: boolean, fileName: string): Partial<ReadOptions> {
  const quote =
    /(^|[,;|\t\n])'[^'\n]*'(?=[,;|\t\r\n]|$)/.test(text) && !text.includes('"') ? "'" : '"';
  const delimiter = /\.tsv(\.gz)?$/i.test(fileName) ? '\t' : guessDelimiter(text, quote, isCut);
  const rows = splitSample(text, { delimiter, quote }, isCut);
  const [first = [], ...rest] = rows;
  const values = rest.flat().filter((value) => value !== null);
  const decimal = guessDecimal(values);
  const dateOrder = guessDateOrder(values);
  const header = isHeader(first, rest);
  const hasMarker = values.includes(String.raw`\N`);
  return {
    delimiter,
    quote,
    header,
    decimal,
    dateOrder,
    nullWords: hasMarker ? [String.raw`\N`] : [],
  };
}

/** Names are there, and are no numbers or dates; a column of the rest mostly looks unlike its name. */
function isHeader(first: (string | null)[], rest: (string | null)[][]): boolean {
  const names = first.filter((name) => name !== null);
  if (names.length === 0 || names.some(isTyped)) return false;
  if (names.length < first.length) return hasTypedBelow(first, rest);
  if (rest.length === 0) return true;
  const isUnlike = first.some((_, index) => rest.some((row) => isTyped(row[index] ?? '')));
  const isDistinct = rest.every((row) => row.some((cell, index) => cell !== first[index]));
  return isUnlike || isDistinct;
}

/**
 * Spreadsheets leave a name out, and programs that of the numbers of rows, which come first. A value
 * may be missing in a first row as well: so what tells is below a name, or numbers every row.
 */
function hasTypedBelow(first: (string | null)[], rest: (string | null)[][]): boolean {
  return first.some((name, index) => {
    const isTypedIn = (row: (string | null)[]) => isTyped(row[index] ?? '');
    if (name !== null) return rest.some(isTypedIn);
    return index === 0 && rest.length > 0 && rest.every(isTypedIn);
  });
}

const candidates = [',', ';', '\t', '|'];

/** What splits most rows into the same number of values, the more the better. */
function guessDelimiter(text: string, quote: string, isCut: boolean): string {
  const scores = candidates.map((delimiter) => {
    const widths = splitSample(text, { delimiter, quote }, isCut).map((row) => row.length);
    const width = widths[0] ?? 1;
    const same = widths.filter((one) => one === width).length / Math.max(1, widths.length);
    return width > 1 ? same * 1_000 + Math.min(width, 100) : 0;
  });
  const best = Math.max(...scores);
  return best === 0 ? ',' : candidates[scores.indexOf(best)]!;
}

function splitSample(
  text: string,
  options: { delimiter: string; quote: string },
  isCut: boolean,
): (string | null)[][] {
  const rows: (string | null)[][] = [];
  const scanner = new CsvScanner(options, (bytes, start, end) => {
    if (start === end || rows.length >= SAMPLE_ROWS) return;
    rows.push(readCells(bytes.toString('utf8', start, end), { ...options, trim: false }));
  });
  scanner.push(Buffer.from(text));
  // The last row of a piece is only half a row.
  if (!isCut) scanner.end();
  return rows;
}
