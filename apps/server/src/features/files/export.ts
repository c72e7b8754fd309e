import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ExportedFormat } from '@causeway/contract/files.ts';
import type { FilesCall } from '#platform/files/call.ts';
import { readStatement, withTables } from '#platform/files/query-files.ts';
import type { FileAnswer } from '#platform/http/file-answer.ts';
import type { Services } from '#platform/services.ts';
import { askReady } from './ask-ready.ts';
import { bind } from './bind.ts';
import { askPlaced } from './run.ts';

const LONGEST_MS = 600_000;

const types: Record<ExportedFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/** Every row, without a limit: DuckDB writes the file, and it goes once it was sent. */
export async function exportRows(
  services: Services,
  call: FilesCall,
  { sql, format }: { sql: string; format: ExportedFormat },
): Promise<FileAnswer> {
  const { files } = services;
  const bound = bind({ sql });
  const scratch = await files.cache.openScratch(call.opened.connector.id);
  try {
    const to = scratch.pathOf('rows');
    await askPlaced(bound, async () => {
      const named = await readStatement(services, call, bound.text);
      await withTables(services, call, named, async (ready) => {
        const { tables } = ready;
        const work = { kind: 'export', sql: bound.text, tables, to, format } as const;
        await askReady<'export'>(services, ready, work, {
          signal: call.signal,
          limitMs: LONGEST_MS,
        });
      });
    });
    const { size } = await stat(to);
    const body = createReadStream(to);
    body.once('close', () => void scratch.remove());
    const headers = { 'content-type': types[format], 'content-length': size };
    return { headers: { ...headers, 'content-disposition': 'attachment' }, body };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}
