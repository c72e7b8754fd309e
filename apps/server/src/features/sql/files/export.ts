import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Failure } from '@causeway/contract/errors.ts';
import type { ExportedFormat, fileRoutes } from '@causeway/contract/sql/files.ts';
import type { RouteParsed } from '@causeway/contract/route.ts';
import type { FilesCall } from '#platform/files/call.ts';
import { readStatement, withTables } from '#platform/files/query-files.ts';
import type { FileAnswer } from '#platform/http/file-answer.ts';
import type { Services } from '#platform/services.ts';
import { askReady } from './ask-ready.ts';
import { bind } from './bind.ts';
import { askPlaced, counted } from './run.ts';
import { writeWorkbook } from './write-workbook.ts';

const LONGEST_MS = 600_000;
const LOOK_MS = 100;

const types: Record<ExportedFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Wanted = Omit<RouteParsed<typeof fileRoutes.export>['body'], 'connector'>;

/** Every row, without a limit: the file is written whole, and goes once it was sent. */
export async function exportRows(
  services: Services,
  call: FilesCall,
  wanted: Wanted,
): Promise<FileAnswer> {
  const scratch = await services.files.cache.openScratch(call.opened.connector.id);
  try {
    const path = await counted(services, call, () =>
      withinRoom(services, call, (within) => writeRows(services, within, wanted, scratch.pathOf)),
    );
    const { size } = await stat(path);
    const body = createReadStream(path);
    body.once('close', () => void scratch.remove());
    const headers = { 'content-type': types[wanted.format], 'content-length': size };
    return { headers: { ...headers, 'content-disposition': 'attachment' }, body };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}

/** A few words make rows without an end, and the disk is everybody's: so much is written by all at once. */
async function withinRoom(
  { files: { cache }, logger }: Services,
  call: FilesCall,
  write: (call: FilesCall) => Promise<string>,
): Promise<string> {
  const full = new AbortController();
  const look = async () => {
    if ((await cache.countScratch()) > cache.mostBytes) full.abort(tooLarge(cache.mostBytes));
  };
  await look();
  full.signal.throwIfAborted();
  const watch = setInterval(() => {
    look().catch((error: unknown) => logger.warn({ err: error }, 'room of exports not known'));
  }, LOOK_MS);
  try {
    const path = await write({ ...call, signal: AbortSignal.any([call.signal, full.signal]) });
    await look();
    full.signal.throwIfAborted();
    return path;
  } catch (error) {
    throw full.signal.aborted && !call.signal.aborted ? full.signal.reason : error;
  } finally {
    clearInterval(watch);
  }
}

function tooLarge(most: number): Failure {
  const message = 'There is no room for all these rows. Export fewer of them, or fewer at once.';
  return new Failure('E_FILE_TOO_LARGE', message, { most });
}

async function writeRows(
  services: Services,
  call: FilesCall,
  { sql, format, spreadsheetSafe, title }: Wanted,
  pathOf: (name: string) => string,
): Promise<string> {
  const bound = await bind(services.sqlParser, { sql });
  const { signal } = call;
  const to = pathOf('rows');
  return askPlaced(bound, async () => {
    const named = await readStatement(services, call, bound.text);
    return withTables(services, call, named, async (ready) => {
      const work = { sql: bound.text, tables: ready.tables, to };
      const options = { signal, limitMs: LONGEST_MS };
      if (format !== 'xlsx') {
        const isSafe = spreadsheetSafe && format === 'csv';
        const rows = { kind: 'export', ...work, format, spreadsheetSafe: isSafe } as const;
        await askReady<'export'>(services, ready, rows, options);
        return to;
      }
      const cells = { kind: 'exportCells', ...work } as const;
      const columns = await askReady<'exportCells'>(services, ready, cells, options);
      const book = pathOf('book');
      await writeWorkbook({ name: title, columns, from: to, to: book, signal });
      return book;
    });
  });
}
