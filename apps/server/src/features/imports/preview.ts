import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import type { ImportPreview, Reject } from '@causeway/contract/imports/records.ts';
import { listSheets } from '#platform/xlsx/open-workbook.ts';
import { detectOptions } from './file/detect.ts';
import { openFile } from './file/open-file.ts';
import type { FileRow } from './file/rows.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { readText } from './file/text.ts';
import { inferColumn } from './infer.ts';

const ROWS = 100;
const LINES = 100;
const LONGEST_LINE = 2_000;
const MOST_PROBLEMS = 50;

/** The first rows of a file, raw beside parsed; what the caller leaves open is found out. */
export async function previewFile(
  source: ByteSource,
  fileName: string,
  wanted: Partial<ReadOptions> = {},
): Promise<ImportPreview> {
  const detected = await detectOptions(source, fileName);
  const read = { ...detected, ...withoutMissing(wanted) };
  const { columns, rows, problems, isWhole } = await readFirstRows(source, read);
  return {
    read,
    detected,
    raw: read.format === 'xlsx' || read.format === 'parquet' ? [] : await readLines(source, read),
    columns,
    types: columns.map((name, index) => {
      const column = inferColumn(name, read);
      for (const { line, cells } of rows) column.see(cells[index] ?? null, line);
      return column.result().type;
    }),
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: columns.map((_, index) => cells[index]?.slice(0, LONGEST_LINE) ?? null),
    })),
    problems,
    sheets: read.format === 'xlsx' ? await listSheets(source, { kind: 'look' }) : [],
    isWhole,
  };
}

async function readFirstRows(source: ByteSource, read: ReadOptions) {
  const reader = await openFile(source, read, { kind: 'look' });
  const rows: FileRow[] = [];
  const problems: Reject[] = [];
  let isWhole = true;
  for await (const batch of reader.batches) {
    rows.push(...batch.rows.slice(0, ROWS + 1 - rows.length));
    problems.push(...batch.problems.slice(0, MOST_PROBLEMS - problems.length));
    if (rows.length > ROWS || problems.length >= MOST_PROBLEMS) {
      isWhole = false;
      break;
    }
  }
  return { columns: reader.columns(), rows: rows.slice(0, ROWS), problems, isWhole };
}

async function readLines(source: ByteSource, read: ReadOptions): Promise<ImportPreview['raw']> {
  const lines: string[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const piece of readText(source, read)) {
    const parts = (rest + decoder.decode(piece.subarray(0, 1_048_576), { stream: true })).split(
      /\r\n|\n|\r/,
    );
    rest = parts.pop() ?? '';
    lines.push(...parts.slice(0, LINES - lines.length));
    if (lines.length >= LINES || rest.length > LONGEST_LINE) break;
  }
  if (rest !== '') lines.push(rest);
  return lines
    .slice(0, LINES)
    .map((text, index) => ({ line: index + 1, text: text.slice(0, LONGEST_LINE) }));
}

function withoutMissing<Given extends object>(given: Given): Given {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Given;
}
