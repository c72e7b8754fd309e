import { Failure } from '@causeway/contract/errors.ts';
import { extensionOf } from '@causeway/contract/file-types.ts';
import type { TablePreview } from '@causeway/contract/storage/previews.ts';
import { readBytes } from '#platform/connectors/storage/read.ts';
import { createThread, ThreadEnded } from '#platform/threads/thread.ts';
import type { StorageCall } from '../call.ts';
import { tableShares } from '../views/shares.ts';
import type { TableWindow } from './cells.ts';
import { readParquet } from './parquet.ts';
import type { TableAnswer } from './table-worker.ts';
import type { TextTable } from './text-table.ts';
import { type OpenWorkbook, readWorkbook } from './workbook.ts';

/** Of a text format only its beginning is read: a preview never waits for a whole file. */
const MOST_READ = 4_000_000;

const formats: Record<string, TextTable['format'] | undefined> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  geojson: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

const thread = createThread<TextTable, TableAnswer>(new URL('./table-worker.ts', import.meta.url), {
  patienceMs: 5_000,
  idleMs: 30_000,
  memoryMb: 512,
});

export function readTable(
  call: StorageCall,
  window: TableWindow,
  openWorkbook: OpenWorkbook,
): Promise<TablePreview> {
  const extension = extensionOf(window.path);
  if (extension === 'xlsx') return readWorkbook(openWorkbook, call, window);
  if (extension === 'parquet') return readParquet(call, window);
  const format = formats[extension];
  if (!format) throw new Failure('E_TABLE_UNREADABLE');
  return readText(call, window, format);
}

async function readText(
  { bucket, signal }: StorageCall,
  { path, offset, limit }: TableWindow,
  format: TextTable['format'],
): Promise<TablePreview> {
  const { head, byteSize, bytes } = await readBytes(bucket, path, { most: MOST_READ, signal });
  const isWhole = bytes.length === byteSize;
  const task = { format, bytes: new Uint8Array(bytes), isWhole, window: { offset, limit } };
  const answer = await tableShares.run(() => thread.ask(task).catch(refuse), { signal });
  if ('problem' in answer) throw new Failure(answer.problem.code, answer.problem.message);
  return { ...answer.table, etag: head.etag };
}

function refuse(error: unknown): never {
  if (!(error instanceof ThreadEnded)) throw error;
  throw new Failure('E_TABLE_UNREADABLE', 'The file takes too long to be read as a table.');
}
