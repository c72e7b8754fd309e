import { Failure } from '@causeway/contract/errors.ts';
import type { ZipArchive } from '#platform/zip/read-zip.ts';
import { momentText } from './moments.ts';
import { type Book, createRichText, unescapeOffice } from './read-book.ts';
import { readXml } from './read-xml.ts';

/** A row of a sheet, its number counted from 1. Empty cells behind its last value only count. */
export type ReadRow = {
  line: number;
  cells: (string | null)[];
  width: number;
  characters: number;
};

/** XFD is the last column of a sheet. */
const MOST_COLUMNS = 16_384;
const SHEET_BYTES = 4 * 1024 * 1024 * 1024;
/** Together with those left out between values: a batch is no more than a moment's work. */
const CELLS_A_BATCH = 50_000;
const CHARACTERS_A_BATCH = 4_000_000;
const MOST_CELLS = 500_000_000;
/** A few bytes of a cell name a text of any length, and a row of them travels as one piece. */
const CHARACTERS_A_ROW = 32_000_000;

/** The rows of a sheet, some at a time. */
export async function* readSheet(
  zip: ZipArchive,
  part: string,
  book: Book,
): AsyncGenerator<ReadRow[]> {
  const sheet = createSheet(book);
  for await (const _ of readXml(zip.read(part, SHEET_BYTES), sheet.listener)) {
    while (sheet.hasRows()) yield sheet.take();
  }
}

type Cell = { type: string; style: number; column: number; value: string; hasValue: boolean };

function createSheet(book: Book) {
  let rows: ReadRow[] = [];
  let row: ReadRow = { line: 0, cells: [], width: 0, characters: 0 };
  let cell: Cell | undefined;
  let isValue = false;
  let cellsInAll = 0;
  const rich = createRichText();

  const endCell = ({ column, ...read }: Cell) => {
    const value =
      read.type === 'inlineStr' ? rich.take() : read.hasValue ? textOf(read, book) : null;
    if (value === null) return;
    cellsInAll += column + 1 - Math.min(row.cells.length, column);
    if (cellsInAll > MOST_CELLS) throw unreadable('The sheet has more cells than can be read.');
    row.characters += value.length;
    if (row.characters > CHARACTERS_A_ROW) {
      throw unreadable(`Row ${row.line} holds more text than can be read.`);
    }
    while (row.cells.length < column) row.cells.push(null);
    row.cells[column] = value;
  };
  const openCell = ({ r, t = 'n', s = '-1' }: Readonly<Record<string, string>>, next: number) => {
    const column = r === undefined ? next : columnOf(r);
    if (column >= MOST_COLUMNS) {
      throw unreadable(`Row ${row.line} has a cell beyond the last column a sheet has (XFD).`);
    }
    rich.take();
    row.width = Math.max(row.width, column + 1);
    cell = { type: t, style: Number(s), column, value: '', hasValue: false };
  };
  let last = -1;
  const listener = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === 'row') {
        row = { line: rowNumber(attributes.r, row.line), cells: [], width: 0, characters: 0 };
        last = -1;
      } else if (name === 'c') {
        openCell(attributes, last + 1);
        last = cell?.column ?? last;
      } else if (name === 'v') isValue = cell !== undefined;
      else rich.open(name);
    },
    text: (text: string) => {
      if (isValue && cell) {
        cell.value += text;
        cell.hasValue = true;
      } else rich.text(text);
    },
    close: (name: string) => {
      if (name === 'v') isValue = false;
      else if (name === 'c' && cell) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'row') rows.push(row);
      else rich.close(name);
    },
  };
  return {
    listener,
    hasRows: () => rows.length > 0,
    take: (): ReadRow[] => {
      let cells = 0;
      let characters = 0;
      const end = rows.findIndex((one) => {
        cells += one.cells.length + 1;
        characters += one.characters;
        return cells > CELLS_A_BATCH || characters > CHARACTERS_A_BATCH;
      });
      const taken = end === -1 ? rows : rows.slice(0, end + 1);
      rows = end === -1 ? [] : rows.slice(end + 1);
      return taken;
    },
  };
}

function rowNumber(given: string | undefined, last: number): number {
  const number = Number(given ?? last + 1);
  if (!Number.isSafeInteger(number) || number < 1) throw unreadable('A row has no number.');
  return number;
}

function textOf({ type, style, value }: Omit<Cell, 'column'>, book: Book): string | null {
  if (type === 's') return book.texts[Number(value)] ?? null;
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'str') return unescapeOffice(value);
  if (type !== 'n') return value;
  const moment = book.momentStyles[style];
  const shown = moment && momentText(Number(value), moment, book.isFrom1904);
  return shown ?? plainNumber(value);
}

/** The letters of `AB12` as a number from 0; more of them than a sheet has are beyond it. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length && column <= MOST_COLUMNS; at += 1) {
    const letter = place.charCodeAt(at);
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  if (column === 0) throw unreadable(`There is no cell '${place.slice(0, 20)}'.`);
  return column - 1;
}

/**
 * 1.5E-3 is how a sheet writes what a human typed as 0.0015, and 1.1000000000000001 what was 1.1: with
 * the 17 digits that tell any two floats apart.
 */
function plainNumber(value: string): string {
  const isPlain = value.length < 400 && /^-?\d+(?:\.\d+)?$/.test(value);
  // Some programs do not say that a value is a text.
  if (!isPlain) return Number.isNaN(Number(value)) ? value : String(Number(value));
  const digits = value.replace(/^-?0*\.?0*/, '').replace('.', '').length;
  if (!value.includes('.') || digits < 16 || digits > 17) return value;
  const shortest = String(Number(value));
  return shortest.includes('e') ? value : shortest;
}

function unreadable(message: string): Failure {
  return new Failure('E_IMPORT_UNREADABLE', message);
}
