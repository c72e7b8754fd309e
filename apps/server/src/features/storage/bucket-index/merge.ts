import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ListedObject } from '#platform/connectors/storage/list.ts';
import type { Database } from '#platform/db/database.ts';
import { fileGroupOf, searchedText } from '../file-group.ts';

type Stretch = {
  connectorId: string;
  /** Objects a crawl found between two keys, all there are. */
  objects: ListedObject[];
  /** Behind this key … */
  after: string;
  /** … up to this one; null is the end of the bucket. */
  upTo: string | null;
  /** What we learnt of since the crawl began is newer than what it saw. */
  startedAt: string;
};

/**
 * Makes what is known of a stretch of keys what a crawl found there: changed rows are written, missing
 * ones deleted, all others left alone. Rows travel by COPY.
 */
export async function mergeStretch(db: Database, stretch: Stretch): Promise<void> {
  const { connectorId, objects, after, upTo, startedAt } = stretch;
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(`create temporary table found (path text collate "C", searched text,
      file_group text, byte_size bigint, updated_at timestamptz, etag text) on commit drop`);
    await pipeline(
      Readable.from(linesOf(objects)),
      client.query(copyFrom('copy pg_temp.found from stdin')),
    );
    const index = await client.query(
      'select from bucket_indexes where connector_id = $1 for update',
      [connectorId],
    );
    // Forgotten meanwhile, since the connector leads elsewhere: what was found is not kept either.
    if (index.rowCount === 0) return await endWithout(client);
    await client.query({
      text: `delete from bucket_objects known where connector_id = $1 and path > $2
          and ($3::text is null or path <= $3) and touched_at < $4::timestamptz
          and not exists (select from pg_temp.found where found.path = known.path)`,
      values: [connectorId, after, upTo, startedAt],
    });
    await client.query({
      text: `insert into bucket_objects as known (connector_id, path, searched, file_group,
            byte_size, updated_at, etag, touched_at)
          select $1, path, searched, file_group, byte_size, updated_at, etag, $2::timestamptz
          from pg_temp.found
          where not exists (select from bucket_removals gone where gone.connector_id = $1
            and gone.path = found.path and gone.removed_at >= $2::timestamptz)
          on conflict (connector_id, path) do update set byte_size = excluded.byte_size,
            updated_at = excluded.updated_at, etag = excluded.etag, touched_at = now()
          where known.touched_at < $2::timestamptz and (known.etag, known.byte_size, known.updated_at)
            is distinct from (excluded.etag, excluded.byte_size, excluded.updated_at)`,
      values: [connectorId, startedAt],
    });
    await client.query('commit');
    client.release();
  } catch (error) {
    // The connection may be in the middle of a COPY: it is not used again.
    client.release(error as Error);
    throw error;
  }
}

async function endWithout(client: pg.PoolClient): Promise<void> {
  await client.query('rollback');
  client.release();
}

function* linesOf(objects: ListedObject[]): Generator<string> {
  for (const { path, byteSize, updatedAt, etag } of objects) {
    const cells = [path, searchedText(path), fileGroupOf(path), String(byteSize), updatedAt, etag];
    yield `${cells.map(escapeCell).join('\t')}\n`;
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeCell(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}
