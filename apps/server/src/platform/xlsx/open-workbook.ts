import { Failure } from '@causeway/contract/errors.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { readInThread, type ReadingKind } from '#platform/threads/reading.ts';
import type { ReadRow } from './read-sheet.ts';

export type WorkbookTask = { sheet: string; onlySheets: boolean };
export type WorkbookItem = { sheets: string[] } | { rows: ReadRow[] };

type How = { kind: ReadingKind; signal?: AbortSignal };
type Workbook = { sheets: string[]; sheet: string; batches: AsyncGenerator<ReadRow[]> };

const limits = { silentMs: 20_000, memoryMb: 512 };

/** A workbook's sheet row by row, read in a thread of its own; an empty name is the first sheet. */
export async function openWorkbook(source: ByteSource, sheet: string, how: How): Promise<Workbook> {
  const items = readWorkbook(source, { sheet, onlySheets: false }, how);
  const sheets = await takeSheets(items);
  const batches = async function* (): AsyncGenerator<ReadRow[]> {
    for await (const item of items) if ('rows' in item) yield item.rows;
  };
  return { sheets, sheet: sheet === '' ? (sheets[0] ?? '') : sheet, batches: batches() };
}

export async function listSheets(source: ByteSource, how: How): Promise<string[]> {
  const items = readWorkbook(source, { sheet: '', onlySheets: true }, how);
  const sheets = await takeSheets(items);
  await items.return(undefined);
  return sheets;
}

function readWorkbook(source: ByteSource, task: WorkbookTask, how: How) {
  const program = new URL('./workbook-worker.ts', import.meta.url);
  return readInThread<WorkbookTask, WorkbookItem>({ program, task, source, limits, ...how });
}

async function takeSheets(items: AsyncGenerator<WorkbookItem>): Promise<string[]> {
  const { value } = await items.next();
  if (!value || !('sheets' in value)) throw new Failure('E_IMPORT_UNREADABLE');
  return value.sheets;
}
