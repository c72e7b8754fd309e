import { Readable } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';
import { TooLarge, writeZip, type ZipEntry } from '@causeway/zip';
import { cellOf, columnLetters, type SheetColumn, textCell } from './cells.ts';
import { bookParts } from './parts.ts';

/** A sheet ends here; what is left goes on in the next. */
const ROWS_A_SHEET = 1_048_576;

/** Values as Postgres prints them. */
export type SheetRow = (Buffer | string | null)[];

type Book = { name: string; columns: SheetColumn[]; batches: AsyncGenerator<SheetRow[]> };

/** A workbook that grows as its rows come: nothing is held but those on their way. */
export function writeBook({ name, columns, batches }: Book): {
  body: Readable;
  rows(): number;
} {
  const reader = createRowReader(batches);
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    let sheets = 0;
    do {
      sheets += 1;
      yield {
        name: `xl/worksheets/sheet${sheets}.xml`,
        content: writeSheet(columns, reader),
      };
    } while (await reader.hasMore());
    yield* bookParts(name, sheets);
  };
  const body = Readable.from(openable(writeZip(entries())), { objectMode: false });
  return { body, rows: () => reader.rows };
}

const MOST_BYTES = 0xffff_ffff;

/** Spreadsheet programs open no archive that needs records of eight bytes. */
async function* openable(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of archive) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) throw new TooLarge();
      yield piece;
    }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw new Failure('E_EXPORT_FAILED', 'A workbook of more than 4 GB can not be opened.');
  }
}

type RowReader = ReturnType<typeof createRowReader>;

function createRowReader(batches: AsyncGenerator<SheetRow[]>) {
  let batch: SheetRow[] = [];
  let at = 0;
  let isOver = false;
  const reader = {
    rows: 0,
    hasMore: async () => {
      while (at >= batch.length && !isOver) {
        const next = await batches.next();
        isOver = next.done === true;
        batch = next.value ?? [];
        at = 0;
      }
      return at < batch.length;
    },
    /** Rows that are there without waiting, at most so many. */
    take: (most: number): SheetRow[] => {
      const taken = batch.slice(at, at + most);
      at += taken.length;
      reader.rows += taken.length;
      return taken;
    },
  };
  return reader;
}

async function* writeSheet(columns: SheetColumn[], reader: RowReader): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const titles = columns.map(({ name }, index) => textCell(`${letters[index]}1`, name));
  yield `${SHEET_HEAD}${widthsOf(columns)}<sheetData><row r="1">${titles.join('')}</row>`;
  let number = 1;
  while (number < ROWS_A_SHEET && (await reader.hasMore())) {
    let text = '';
    for (const row of reader.take(ROWS_A_SHEET - number)) {
      number += 1;
      text += `<row r="${number}">`;
      for (let column = 0; column < columns.length; column += 1) {
        const value = row[column];
        if (value !== null && value !== undefined)
          text += cellOf(columns[column]!, `${letters[column]}${number}`, value.toString());
      }
      text += '</row>';
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

const SHEET_HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;

/** In characters. A date that is too wide for its column is shown as ##### and nothing else. */
function widthsOf(columns: SheetColumn[]): string {
  const widths = columns.map(({ name, typeName }, index) => {
    const width = Math.max(typicalWidths[typeName] ?? 12, Math.min(name.length + 2, 40));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return `<cols>${widths.join('')}</cols>`;
}

const typicalWidths: Record<string, number | undefined> = {
  bool: 8,
  int2: 8,
  int4: 10,
  int8: 14,
  text: 24,
  varchar: 24,
  json: 32,
  jsonb: 32,
  timestamp: 24,
  timestamptz: 32,
  uuid: 38,
};
