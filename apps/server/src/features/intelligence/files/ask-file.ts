import { Failure } from '@causeway/contract/errors.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import type { FilesCall } from '#platform/files/call.ts';
import { findObjects, type TableObject } from '#platform/files/find-objects.ts';
import { readStatement, type ReadyTables, withTables } from '#platform/files/query-files.ts';
import { type Sample, withSample } from '#platform/files/sample-object.ts';
import type { Done } from '#platform/files/worker/protocol.ts';
import type { Services } from '#platform/services.ts';

const LIMIT_MS = 20_000;
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_ROWS = 200;

export type Asked = { fields: Done['run']['fields']; rows: (string | number | boolean | null)[][] };
export type AskFile = (select: string) => Promise<Asked>;

/**
 * Statements about one file of a bucket, asked by the engine that queries files. It is fetched once;
 * of a large one a part is, and `sample` says which.
 */
export async function askFile<Result>(
  services: Services,
  call: FilesCall,
  path: string,
  work: (ask: AskFile, sample: Sample | undefined) => Promise<Result>,
): Promise<Result> {
  const from = ` from ${fileName(path)}`;
  const asking =
    ({ folder, tables }: Pick<ReadyTables, 'folder' | 'tables'>): AskFile =>
    async (select) => {
      const limits = { rowLimit: MOST_ROWS, rowsAPage: MOST_ROWS, mostBytes: MOST_BYTES };
      const { fields, pages } = await services.files.workers.ask<'run'>(
        { kind: 'run', sql: `${select}${from}`, values: [], tables, ...limits },
        { folder, signal: call.signal, limitMs: LIMIT_MS },
      );
      // All rows are one page, of lists without the brackets around them.
      const [page = new Uint8Array()] = pages;
      const text = Buffer.from(page).toString();
      return { fields, rows: JSON.parse(`[${text}]`) as Asked['rows'] };
    };
  const bucket = openBucket(services.buckets, call.opened.target);
  const [object] = await findObjects(bucket, path, call.signal);
  if (object && isLarge(services, object)) {
    return withSample(services, call, object, (ready, sample) => work(asking(ready), sample));
  }
  const named = await readStatement(services, call, `select *${from}`);
  return withTables(services, call, named, (ready) => work(asking(ready), undefined));
}

function isLarge({ files: { sampling } }: Services, { format, byteSize }: TableObject): boolean {
  return byteSize > (format === 'parquet' ? sampling.wholeParquet : sampling.wholeText);
}

/** As a statement over files names one. */
export function fileName(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

/** What a file may do to a scan without ending it: be gone, too large, or no table at all. */
export function isOfFile(error: unknown): boolean {
  if (!(error instanceof Failure) || error.code === 'E_QUERY_CANCELLED') return false;
  return !/^E_(UPSTREAM|FORBIDDEN|CONNECTOR|EGRESS)/.test(error.code);
}
