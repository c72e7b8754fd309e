import { Failure } from '@causeway/contract/errors.ts';
import { type FileColumns, tableFormatOf } from '@causeway/contract/sql/files.ts';
import type { SqlRequest } from '@causeway/contract/sql/sql.ts';
import type { StatementCheck } from '@causeway/contract/sql/editor.ts';
import { CONDITION } from '@causeway/contract/sql/queries.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { listPages } from '#platform/connectors/storage/list.ts';
import type { FilesCall } from '#platform/files/call.ts';
import { findObjects } from '#platform/files/find-objects.ts';
import { readStatement, withTables } from '#platform/files/query-files.ts';
import { placeOfObject } from '#platform/files/take-object.ts';
import type { Services } from '#platform/services.ts';
import { bind } from './bind.ts';
import { askPlaced } from './run.ts';

/** What the statement is to blame for is an answer; everything else is a failure of the call. */
const blamed = /^E_(SQL_|TABLE_|COLUMN_)/;

/** What can be told of a statement without reading anything it names. */
export async function checkStatement(
  services: Services,
  call: FilesCall,
  { sql }: Pick<SqlRequest, 'sql'>,
): Promise<StatementCheck> {
  const named = await services.sqlParser.read('parameters', { sql });
  const wanted = named.filter(({ isName }) => !isName);
  const parameters = wanted.map(({ name, isCondition }) => ({
    name,
    type: isCondition ? CONDITION : 'text',
  }));
  const told: StatementCheck = {
    kind: 'SELECT',
    isReading: true,
    dangers: [],
    isPreviewable: false,
    parameters,
    estimate: null,
    problem: null,
  };
  try {
    const bindings = Object.fromEntries(wanted.map(({ name }) => [name, null]));
    const bound = await bind(services.sqlParser, { sql, bindings });
    await askPlaced(bound, () => readStatement(services, call, bound.text));
    return told;
  } catch (error) {
    if (!(error instanceof Failure) || !blamed.test(error.code)) throw error;
    const position = error.details?.position;
    const { code, message } = error;
    const problem = { code, message, ...(typeof position === 'number' && { position }) };
    return { ...told, kind: '', isReading: false, problem };
  }
}

/** Keys of one folder that are looked at; the rest can still be named. */
const MOST_LISTED = 10_000;

type Wanted = { folder: string; search?: string | undefined };

export async function listFiles(services: Services, call: FilesCall, { folder, search }: Wanted) {
  const depth = search === undefined ? 'folder' : 'all';
  const part = search?.toLowerCase() ?? '';
  const bucket = openBucket(services.buckets, call.opened.target);
  const folders: string[] = [];
  const files: { path: string; byteSize: number; format: NonNullable<Format> }[] = [];
  let listed = 0;
  let isCut = false;
  for await (const page of listPages(bucket, folder, { depth, signal: call.signal })) {
    folders.push(...page.folders.filter((path) => path !== TRASH_FOLDER));
    for (const { path, byteSize } of page.objects) {
      const format = tableFormatOf(path);
      if (!format || path.startsWith(TRASH_FOLDER)) continue;
      if (path.toLowerCase().includes(part)) files.push({ path, byteSize, format });
    }
    listed += page.folders.length + page.objects.length;
    isCut = listed >= MOST_LISTED && page.next !== undefined;
    if (isCut) break;
  }
  return { folders, files, isCut };
}

type Format = ReturnType<typeof tableFormatOf>;

/** Beyond it nobody should have to wait for a list of names. */
const SMALL_BYTES = 16 * 1024 * 1024;

/**
 * Columns of what is read before or is small; of anything else nothing is told rather than fetched. So
 * it costs nothing, as other looks into a bucket don't: it is asked for while somebody types.
 */
export async function describeNames(
  services: Services,
  call: FilesCall,
  names: string[],
): Promise<FileColumns[]> {
  const described: FileColumns[] = [];
  for (const name of names) {
    described.push({ name, columns: await describeName(services, call, name) });
  }
  return described;
}

async function describeName(
  services: Services,
  call: FilesCall,
  name: string,
): Promise<FileColumns['columns']> {
  const { files, buckets } = services;
  const { opened, signal } = call;
  try {
    const objects = await findObjects(openBucket(buckets, opened.target), name, signal);
    let missing = 0;
    for (const object of objects) {
      if (!(await files.cache.has(placeOfObject(opened, object)))) missing += object.byteSize;
    }
    if (missing > SMALL_BYTES) return null;
    const table = { catalog: '', schema: '', name, place: 0, columns: null };
    return await withTables(services, call, [table], async ({ folder, tables }) => {
      const fields = await files.workers.ask(
        { kind: 'describe', files: tables.flatMap((one) => one.files) },
        { folder, signal, limitMs: 10_000 },
      );
      return fields.map(({ name: column, type }) => ({ name: column, type }));
    });
  } catch (error) {
    // A file that is gone or broken has no columns; the run itself says why.
    if (error instanceof Failure && (error.status === 404 || error.status === 422)) return null;
    throw error;
  }
}
