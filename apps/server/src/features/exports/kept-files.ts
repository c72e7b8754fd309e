import { Readable } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';
import { KEPT_BYTES } from '@causeway/contract/exports.ts';
import { changeRows, type Db, findRow, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { StoredExport } from './queries.ts';

/** Files of exports, in parts, in our own database: any instance writes and any serves them. */

const PART_SIZE = 4 * 1024 * 1024;
/** Over all projects: the disk below our own database is everybody's. */
const KEPT_BYTES_IN_ALL = 50_000_000_000;

type Kept = Pick<StoredExport, 'id' | 'projectId' | 'attempt'>;

/** Writes a stream of any length, no faster than it is stored. */
export async function keepFile(
  db: Db,
  kept: Kept,
  content: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  let number = 0;
  for await (const part of cutIntoParts(content)) {
    signal.throwIfAborted();
    await savePart(db, kept, number, part);
    await checkSpace(db, kept.projectId);
    number += 1;
  }
}

async function* cutIntoParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(PART_SIZE);
  let filled = 0;
  for await (const piece of content) {
    for (let from = 0; from < piece.length;) {
      const taken = piece.copy(part, filled, from);
      filled += taken;
      from += taken;
      if (filled < PART_SIZE) continue;
      yield part;
      part = Buffer.allocUnsafe(PART_SIZE);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/** A worker whose export was given to another one hears of it here. */
async function savePart(
  db: Db,
  { id, attempt }: Kept,
  part: number,
  content: Buffer,
): Promise<void> {
  const saved = await changeRows(
    db,
    sql`with current as (
          update exports set kept_bytes = kept_bytes + ${content.length}::int
          where id = ${id} and attempt = ${attempt} and state = 'running' returning id)
        insert into export_parts (export_id, attempt, part, content)
        select id, ${attempt}, ${part}, ${content} from current`,
  );
  if (saved === 0) throw new Failure('E_QUERY_CANCELLED');
}

export async function checkSpace(db: Db, projectId: string): Promise<void> {
  const { mine, all } = await readRow<{ mine: number; all: number }>(
    db,
    sql`select coalesce(sum(kept_bytes), 0)::float8 as all,
          coalesce(sum(kept_bytes) filter (where project_id = ${projectId}), 0)::float8 as mine
        from exports where kept_bytes > 0`,
  );
  if (mine > KEPT_BYTES || all > KEPT_BYTES_IN_ALL) throw new Failure('E_EXPORT_SPACE');
}

/** The file as a stream; while one part is sent, the next is fetched. */
export function readKeptFile(db: Db, { id, attempt, bytes }: StoredExport): Readable {
  const parts = Math.ceil(bytes / PART_SIZE);
  const pieces = async function* () {
    let next = parts > 0 ? readPart(db, { id, attempt }, 0) : undefined;
    for (let number = 1; next; number += 1) {
      const content = await next;
      next = number < parts ? readPart(db, { id, attempt }, number) : undefined;
      next?.catch(() => {});
      yield content;
    }
  };
  return Readable.from(pieces(), { objectMode: false, highWaterMark: PART_SIZE });
}

async function readPart(
  db: Db,
  { id, attempt }: Pick<StoredExport, 'id' | 'attempt'>,
  part: number,
): Promise<Buffer> {
  const row = await findRow<{ content: Buffer }>(
    db,
    sql`select content from export_parts
        where export_id = ${id} and attempt = ${attempt} and part = ${part}`,
  );
  if (!row) throw new Failure('E_EXPORT_NOT_FOUND');
  return row.content;
}

const PARTS_AT_ONCE = 25;

/** Of a large file the parts go some at a time; those of the given attempt may stay. */
export async function deleteKeptFile(db: Db, id: string, except = 0): Promise<void> {
  let deleted: number;
  do {
    deleted = await changeRows(
      db,
      sql`delete from export_parts where export_id = ${id} and (attempt, part) in (
            select attempt, part from export_parts
            where export_id = ${id} and attempt <> ${except} limit ${PARTS_AT_ONCE})`,
    );
  } while (deleted === PARTS_AT_ONCE);
  if (except > 0) return;
  await changeRows(
    db,
    sql`update exports set kept_bytes = 0, expires_at = null where id = ${id} and state <> 'running'`,
  );
}
