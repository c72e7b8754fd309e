import { Failure } from '@causeway/contract/errors.ts';
import { LARGEST_IMPORT, PART_SIZE } from '@causeway/contract/imports/records.ts';
import { type Db, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Of a project: as much as one file may have. */
const UPLOADED_BYTES = LARGEST_IMPORT;
/** Over all projects: the disk below our own database is everybody's. */
const UPLOADED_BYTES_IN_ALL = 4 * LARGEST_IMPORT;

/** Whether so much more may be kept of what was uploaded: by its parts, all of which count as whole ones. */
export async function requireRoom(db: Db, projectId: string, more: number): Promise<void> {
  const { mine, all } = await readRow<{ mine: number; all: number }>(
    db,
    sql`select count(*)::float8 as all,
          count(*) filter (where import.project_id = ${projectId})::float8 as mine
        from import_parts part join imports import on import.id = part.import_id`,
  );
  const isFull =
    mine * PART_SIZE + more > UPLOADED_BYTES || all * PART_SIZE + more > UPLOADED_BYTES_IN_ALL;
  if (isFull) throw new Failure('E_IMPORT_SPACE');
}
