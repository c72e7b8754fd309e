import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
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
  const { files, logger } = services;
  const scratch = await files.cache.openScratch(call.opened.connector.id);
  const full = new AbortController();
  const leave = files.exportRoom.enter(scratch.folder, (reason) => full.abort(reason));
  const clear = async () => {
    leave();
    await scratch.remove();
  };
  try {
    const path = await counted(services, call, () =>
      withinRoom(services, call, full.signal, (within) =>
        writeRows(services, within, wanted, scratch.pathOf),
      ),
    );
    const { size } = await stat(path);
    const body = createReadStream(path, { signal: full.signal });
    body.once('error', (error) => logger.warn({ err: error }, 'an export was not sent whole'));
    body.once('close', () => void clear());
    const headers = { 'content-type': types[wanted.format], 'content-length': size };
    return {
      headers: { ...headers, 'content-disposition': 'attachment' },
      body,
      isScarce: true,
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Looks at the room of all exports while this one grows, each time when the look before is over. */
async function withinRoom(
  { files: { exportRoom }, logger }: Services,
  call: FilesCall,
  full: AbortSignal,
  write: (call: FilesCall) => Promise<string>,
): Promise<string> {
  const written = new AbortController();
  const watch = async () => {
    while (!written.signal.aborted) {
      await exportRoom.look().catch((error: unknown) => {
        logger.warn({ err: error }, 'room of exports not known');
      });
      await wait(LOOK_MS, undefined, { ref: false });
    }
  };
  void watch();
  try {
    const path = await write({ ...call, signal: AbortSignal.any([call.signal, full]) });
    await exportRoom.look();
    full.throwIfAborted();
    return path;
  } catch (error) {
    throw full.aborted && !call.signal.aborted ? full.reason : error;
  } finally {
    written.abort();
  }
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
      await rm(to);
      return book;
    });
  });
}
