import { Failure } from '@causeway/contract/errors.ts';
import type { ReadOptions } from '@causeway/contract/import-plan.ts';
import { columnNames } from './csv-table.ts';
import type { Batch, FileRow, RowReader } from './rows.ts';
import type { ByteSource } from './source.ts';
import { type Book, plainText, readBook, unescapeXml } from './xlsx-book.ts';
import { openZip } from './zip.ts';

type XlsxOptions = Pick<ReadOptions, 'sheet' | 'header' | 'skipLines'>;

export async function listSheets(source: ByteSource): Promise<string[]> {
  return (await readBook(await openZip(source))).sheets.map(({ name }) => name);
}

/** A sheet row by row; what its cells refer to is held, the sheet itself is not. */
export async function readXlsxRows(source: ByteSource, options: XlsxOptions): Promise<RowReader> {
  const zip = await openZip(source);
  const book = await readBook(zip);
  const sheet =
    options.sheet === '' ? book.sheets[0] : book.sheets.find(({ name }) => name === options.sheet);
  if (!sheet) throw new Failure('E_IMPORT_UNREADABLE', 'The workbook has no such sheet.');
  let columns: string[] | undefined;

  const place = (row: FileRow): FileRow | undefined => {
    const isEmpty = row.cells.every((cell) => cell === null);
    if (row.line <= options.skipLines || isEmpty) return undefined;
    if (columns === undefined) {
      columns = columnNames(options.header ? row.cells : row.cells.map(() => null));
      if (options.header) return undefined;
    }
    const { length } = columns;
    return {
      line: row.line,
      cells: Array.from({ length }, (_, index) => row.cells[index] ?? null),
    };
  };
  const batches = async function* (): AsyncGenerator<Batch> {
    for await (const rows of readSheet(zip.read(sheet.part), book)) {
      yield { rows: rows.map(place).filter((row) => row !== undefined), problems: [] };
    }
  };
  return { columns: () => columns ?? [], batches: batches() };
}

async function* readSheet(pieces: AsyncIterable<Buffer>, book: Book): AsyncGenerator<FileRow[]> {
  const decoder = new TextDecoder();
  let text = '';
  let last = 0;
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    const rows: FileRow[] = [];
    let from = 0;
    for (const match of text.matchAll(/<(?:\w+:)?row\b([^>]*?)(?:\/>|>([^]*?)<\/(?:\w+:)?row>)/g)) {
      const [whole, attributes = '', inner = ''] = match;
      last = Number(/\sr="(\d+)"/.exec(attributes)?.[1] ?? last + 1);
      rows.push({ line: last, cells: readCells(inner, book) });
      from = match.index + whole.length;
    }
    text = text.slice(from);
    if (rows.length > 0) yield rows;
  }
}

function readCells(xml: string, book: Book): (string | null)[] {
  const cells: (string | null)[] = [];
  for (const [, attributes = '', inner = ''] of xml.matchAll(
    /<(?:\w+:)?c\b([^>]*?)(?:\/>|>([^]*?)<\/(?:\w+:)?c>)/g,
  )) {
    const place = /\sr="([A-Z]+)\d+"/.exec(attributes)?.[1];
    const index = place === undefined ? cells.length : columnIndex(place);
    while (cells.length < index) cells.push(null);
    cells[index] = readCell(attributes, inner, book);
  }
  return cells;
}

function readCell(attributes: string, inner: string, book: Book): string | null {
  const type = /\st="(\w+)"/.exec(attributes)?.[1] ?? 'n';
  if (type === 'inlineStr') return plainText(inner);
  const value = /<(?:\w+:)?v\b[^>]*>([^]*?)<\/(?:\w+:)?v>/.exec(inner)?.[1];
  if (value === undefined) return null;
  if (type === 's') return book.texts[Number(value)] ?? null;
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'n') {
    const style = Number(/\ss="(\d+)"/.exec(attributes)?.[1] ?? -1);
    const moment = book.momentStyles[style];
    if (moment === undefined || !Number.isFinite(Number(value))) return plainNumber(value);
    return moment === 'elapsed'
      ? elapsedText(Number(value))
      : dateText(Number(value), book, moment === 'time');
  }
  return unescapeXml(value);
}

function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

/** 1.5E-3 is how a sheet writes what a human typed as 0.0015. */
function plainNumber(value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? value : String(Number(value));
}

const DAY_MS = 86_400_000;

/** A day number as a date, as a time of day, or as both. Midnight is a time only where times stand. */
function dateText(days: number, { isFrom1904 }: Book, isTime: boolean): string {
  const zero = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const text = new Date(zero + Math.round(days * DAY_MS)).toISOString();
  const time = withoutZeros(text.slice(11, 23));
  if (days < 1 && (days > 0 || (days === 0 && isTime))) return time;
  const isWhole = Math.abs(days - Math.round(days)) * DAY_MS < 0.5;
  return isWhole ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}

/** 27:30:00, which is no time of day but how long something took. */
function elapsedText(days: number): string {
  const milliseconds = Math.round(Math.abs(days) * DAY_MS);
  const hours = Math.floor(milliseconds / 3_600_000);
  const rest = new Date(milliseconds % 3_600_000).toISOString().slice(14, 23);
  return `${days < 0 ? '-' : ''}${String(hours).padStart(2, '0')}:${withoutZeros(rest)}`;
}

function withoutZeros(time: string): string {
  return time.replace(/\.000$/, '').replace(/(\.\d*?)0+$/, '$1');
}
