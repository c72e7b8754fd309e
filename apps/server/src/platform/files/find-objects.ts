import { Failure } from '@causeway/contract/errors.ts';
import { isPattern, tableFormatOf, type TableFormat } from '@causeway/contract/sql/files.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { listPages } from '#platform/connectors/storage/list.ts';
import { findHead } from '#platform/connectors/storage/read.ts';
import { matchPattern, Pace } from './match-pattern.ts';

/** An object that is read as a table, in the version it has now. */
export type TableObject = {
  path: string;
  etag: string;
  byteSize: number;
  format: TableFormat;
  /** Of a workbook; empty is the first one. */
  sheet: string;
};

/** More files than this nobody means to read at once. */
const MOST_FILES = 1_000;
const MOST_LISTED = 100_000;

/** The objects a name in a statement stands for: one, or those that match a pattern. */
export async function findObjects(
  bucket: Bucket,
  name: string,
  signal: AbortSignal,
): Promise<TableObject[]> {
  if (isPattern(name)) return matchObjects(bucket, name, signal);
  const [, book, sheet] = /^(.+\.xlsx)#(.+)$/i.exec(name) ?? [];
  const found =
    (await findObject(bucket, name, '', signal)) ??
    (book && sheet ? await findObject(bucket, book, sheet, signal) : undefined);
  if (!found) throw new Failure('E_OBJECT_NOT_FOUND', `There is no file '${name}' in the bucket.`);
  return [found];
}

async function findObject(
  bucket: Bucket,
  path: string,
  sheet: string,
  signal: AbortSignal,
): Promise<TableObject | undefined> {
  const format = tableFormatOf(path);
  if (!format) return undefined;
  const head = await findHead(bucket, path, { signal });
  return head && { path, etag: head.etag, byteSize: head.byteSize, format, sheet };
}

async function matchObjects(
  bucket: Bucket,
  pattern: string,
  signal: AbortSignal,
): Promise<TableObject[]> {
  const matches = matchPattern(pattern);
  const pace = new Pace();
  const prefix = pattern.slice(0, pattern.search(/[*?]/));
  const found: TableObject[] = [];
  let listed = 0;
  for await (const { objects } of listPages(bucket, prefix, { depth: 'all', signal })) {
    listed += objects.length;
    for (const { path, etag, byteSize } of objects) {
      const format = tableFormatOf(path);
      if (!format || path.startsWith(TRASH_FOLDER)) continue;
      await pace.rest();
      if (!matches(path)) continue;
      found.push({ path, etag, byteSize, format, sheet: '' });
    }
    if (found.length > MOST_FILES || listed > MOST_LISTED) {
      throw new Failure('E_FILE_TOO_LARGE', `'${pattern}' stands for too many files.`);
    }
  }
  if (found.length > 0) return found;
  throw new Failure('E_OBJECT_NOT_FOUND', `No file in the bucket matches '${pattern}'.`);
}
