import { Failure } from '@causeway/contract/errors.ts';
import { isPattern, tableFormatOf } from '@causeway/contract/sql/files.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import type { Services } from '#platform/services.ts';
import type { Held } from './cache.ts';
import { type FilesCall, Progress } from './call.ts';
import { type CopiedTable, copyTable } from './copy-table.ts';
import { findTable } from './find-table.ts';
import { findObjects, type TableObject } from './find-objects.ts';
import { placeOfObject, takeObject } from './take-object.ts';
import type { MountedFile, MountedTable, NamedTable } from './worker/protocol.ts';

const READ_MS = 10_000;
const PREPARE_MS = 300_000;

/** The tables a statement names, ready to be read. */
export type ReadyTables = {
  folder: string;
  tables: MountedTable[];
  /** A message of DuckDB's with the names people know instead of ours. */
  tellNames(message: string): string;
};

/** What a statement names; throws what is wrong with it as it stands. */
export async function readStatement(
  { files }: Services,
  { opened, signal }: FilesCall,
  sql: string,
): Promise<NamedTable[]> {
  const folder = await files.cache.folderOf(opened.connector.id);
  const { tables } = await files.workers.ask(
    { kind: 'read', sql },
    { folder, signal, limitMs: READ_MS },
  );
  return tables;
}

/**
 * Brings everything a statement names onto the disk, in the order that fails early: first it is all
 * looked for, then files are fetched that are not there yet, then rows of databases are copied.
 * Whatever happens, nothing of it stays but files in the cache.
 */
export async function withTables<Result>(
  services: Services,
  call: FilesCall,
  named: NamedTable[],
  work: (ready: ReadyTables) => Promise<Result>,
): Promise<Result> {
  const { files } = services;
  const { connector } = call.opened;
  const folder = await files.cache.folderOf(connector.id);
  const bucket = openBucket(services.buckets, call.opened.target);
  const sources = await findSources(services, call, bucket, named);
  const held: Held[] = [];
  const scratch = await files.cache.openScratch(connector.id);
  try {
    const progress = new Progress(call.onProgress);
    const names = new Map<string, string>();
    const tables: MountedTable[] = [];
    await announceBytes(services, call, sources, progress);
    for (const { table, objects = [] } of sources) {
      if (objects.length === 0) continue;
      const taken: MountedFile[] = [];
      for (const object of objects) {
        const file = await takeObject(services, { ...call, bucket, folder, scratch }, object, {
          progress,
          limitMs: PREPARE_MS,
        });
        held.push(file);
        taken.push({ path: file.path, folders: foldersOf(table.name, object.path) });
        names.set(file.path, object.path);
      }
      tables.push({ catalog: '', schema: '', name: table.name, files: taken });
    }
    for (const [index, { table, copied }] of sources.entries()) {
      if (!copied) continue;
      const rows = scratch.pathOf(`${index}.csv`);
      const parquet = scratch.pathOf(`${index}.parquet`);
      progress.step('copying', nameOf(table));
      const before = progress.rows;
      const columns = await copyTable(services, copied, {
        columns: columnsOf(named, table),
        to: rows,
        signal: call.signal,
        onRows: (count) => progress.setRows(before + count),
      });
      await files.workers.ask(
        { kind: 'prepareRows', from: rows, to: parquet, columns },
        { folder, signal: call.signal, limitMs: PREPARE_MS },
      );
      names.set(parquet, nameOf(table));
      tables.push({ ...mountPlace(table), files: [{ path: parquet, folders: {} }] });
    }
    progress.step('running', '');
    const tellNames = (message: string) =>
      [...names].reduce((text, [path, name]) => text.replaceAll(path, name), message);
    return await work({ folder, tables, tellNames });
  } finally {
    for (const one of held) one.release();
    await scratch.remove();
  }
}

type Source = { table: NamedTable; objects?: TableObject[]; copied?: CopiedTable };

async function findSources(
  services: Services,
  call: FilesCall,
  bucket: Bucket,
  named: NamedTable[],
): Promise<Source[]> {
  const once = new Map<string, NamedTable>();
  for (const table of named) once.set(nameOf(table), once.get(nameOf(table)) ?? table);
  refuseLookalikes([...once.values()]);
  return Promise.all(
    [...once.values()].map(async (table): Promise<Source> => {
      try {
        return isFile(table)
          ? { table, objects: await findObjects(bucket, table.name, call.signal) }
          : { table, copied: await findTable(services, call, table) };
      } catch (error) {
        throw at(table.place, error);
      }
    }),
  );
}

/** Only where a pattern left open which folder it is; a single file is what it is. */
function foldersOf(name: string, path: string): Record<string, string> {
  if (!isPattern(name)) return {};
  return Object.fromEntries(
    [...path.matchAll(/([^/=]+)=([^/]*)\//g)].map(([, key = '', value = '']) => [key, value]),
  );
}

/** A name without a dot in front is a file's; one that looks like no file is told how to be written. */
function isFile({ catalog, schema, name }: NamedTable): boolean {
  if (catalog !== '' || schema !== '') {
    const written = [catalog, schema, name].filter(Boolean).join('.');
    if (!tableFormatOf(written)) return false;
    throw new Failure('E_TABLE_NOT_FOUND', `Put the name of the file in quotes: '${written}'.`);
  }
  if (tableFormatOf(name) || isPattern(name) || /\.xlsx#./i.test(name)) return true;
  throw new Failure(
    'E_TABLE_NOT_FOUND',
    `'${name}' is no file that can be read as a table. Name files by their path, 'folder/file.csv', and tables by their connector, shop.public.orders.`,
  );
}

/** DuckDB takes names that differ in case for the same; buckets do not. */
function refuseLookalikes(tables: NamedTable[]): void {
  const seen = new Map<string, NamedTable>();
  for (const table of tables) {
    const key = nameOf(table).toLowerCase();
    if (seen.has(key)) {
      const message = `'${nameOf(table)}' and '${nameOf(seen.get(key)!)}' differ in case only and can not be read together.`;
      throw at(table.place, new Failure('E_SQL_FAILED', message));
    }
    seen.set(key, table);
  }
}

function nameOf({ catalog, schema, name }: NamedTable): string {
  return [catalog, schema, name].filter(Boolean).join('.');
}

/** `shop.orders` is looked for in the catalog's main schema. */
function mountPlace({ catalog, schema, name }: NamedTable) {
  return catalog === '' ? { catalog: schema, schema: 'main', name } : { catalog, schema, name };
}

/** One table may be named several times, each with what it needs. */
function columnsOf(named: NamedTable[], table: NamedTable): string[] | null {
  const all = named.filter((one) => nameOf(one) === nameOf(table)).map(({ columns }) => columns);
  return all.includes(null) ? null : [...new Set(all.flatMap((columns) => columns ?? []))];
}

function at(place: number, error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  return new Failure(error.code, error.message, { ...error.details, place });
}

async function announceBytes(
  { files: { cache } }: Services,
  { opened }: FilesCall,
  sources: Source[],
  progress: Progress,
): Promise<void> {
  let missing = 0;
  for (const object of sources.flatMap(({ objects = [] }) => objects)) {
    if (!(await cache.has(placeOfObject(opened, object)))) missing += object.byteSize;
  }
  if (missing > cache.mostBytes) {
    throw new Failure('E_FILE_TOO_LARGE', 'These files have more bytes than can be read at once.', {
      bytes: missing,
      most: cache.mostBytes,
    });
  }
  progress.expect(missing);
}
