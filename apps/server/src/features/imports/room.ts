import { statfs } from 'node:fs/promises';
import { Failure } from '@causeway/contract/errors.ts';
import { LARGEST_IMPORT, PART_SIZE } from '@causeway/contract/imports/records.ts';
import { changeRows, type Db, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { StoredImport } from './queries.ts';

/** Of a project: as much as one file may have. */
const UPLOADED_BYTES = LARGEST_IMPORT;
/** Over all projects: the disk below our own database is everybody's. */
const UPLOADED_BYTES_IN_ALL = 4 * LARGEST_IMPORT;
/** Of the disk, so that the database can go on. */
const LEFT_ON_DISK = 256 * 1024 * 1024;

/** Keeps room for all of a file: its project has accepted no other upload that could not be finished then. */
export async function reserveRoom(
  services: Services,
  tx: Tx,
  { projectId, size }: { projectId: string; size: number },
): Promise<void> {
  const lock = `room of imports ${projectId}`;
  await changeRows(tx, sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const more = Math.ceil(size / PART_SIZE) * PART_SIZE;
  await requireRoom(tx, { projectId, more, free: await readFreeBytes(services) });
}

/** For a part of a file that has room in its project: what others have uploaded since may fill the disk. */
export async function requireRoomForPart(
  services: Services,
  { id, projectId }: StoredImport,
  part: number,
): Promise<void> {
  const but = { id, part };
  const free = await readFreeBytes(services);
  await requireRoom(services.db, { projectId, more: PART_SIZE, free, but });
}

type Asked = {
  projectId: string;
  more: number;
  /** Of the disk. */
  free: number;
  /** One that is sent again takes the place it had. */
  but?: { id: string; part: number };
};

/**
 * Whether so much more may be kept of what was uploaded: by its parts, all of which count as whole
 * ones. In a project what was announced counts too, for the day after which parts go; over all only
 * what came, or anybody could keep all room for the price of saying so.
 */
export async function requireRoom(db: Db, { projectId, more, free, but }: Asked): Promise<void> {
  const { mine, all } = await readRow<{ mine: number; all: number }>(
    db,
    sql`with kept as (
          select import_id, count(*)::float8 * ${PART_SIZE} as came from import_parts
          where (import_id, part) is distinct from (${but?.id}::uuid, ${but?.part}::int)
          group by import_id),
        own as (
          select import.id, import.state, import.size::float8 as size, import.created_at,
            coalesce(kept.came, 0) as came
          from imports import left join kept on kept.import_id = import.id
          where import.project_id = ${projectId})
        select coalesce((select sum(came) from kept), 0)::float8 as all,
          coalesce((select sum(greatest(came, case
              when state = 'uploading' and ${but === undefined}
                and created_at > now() - interval '1 day'
              then ceil(size / ${PART_SIZE}) * ${PART_SIZE} end)) from own), 0)::float8 as mine`,
  );
  const isFull =
    mine + more > UPLOADED_BYTES ||
    all + more > UPLOADED_BYTES_IN_ALL ||
    more > free - LEFT_ON_DISK;
  if (isFull) throw new Failure('E_IMPORT_SPACE');
}

/** Of a database in our own hands. Where another one's lies we can't see, and its operator looks after it. */
async function readFreeBytes({ db, env }: Services): Promise<number> {
  if (env.DATABASE_URL) return Infinity;
  const { folder } = await readRow<{ folder: string }>(
    db,
    sql`select current_setting('data_directory') as folder`,
  );
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
