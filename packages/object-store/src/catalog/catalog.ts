import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Content } from '../blobs/blobs.ts';
import { decode, encode, OBJECT_JSON, toBuffer } from './catalog-rows.ts';
import { bringUpToDate } from './catalog-schema.ts';
import { bucketQueries } from './catalog-buckets.ts';
import { completionQueries, partQueries, uploadQueries } from './catalog-uploads.ts';
import { versionQueries } from './catalog-versions.ts';
import type { ListedObject, StoredObject } from './stored.ts';

// The catalog says which objects exist and which blobs they consist of. It is an SQLite file in
// WAL mode, locked by this process. 'apply' makes a change without waiting for the disk; 'flush'
// writes the log through, off the event loop and once for all changes that wait. A change that
// was flushed survives a crash and a power cut, and only then is it acknowledged. Keys are stored as
// bytes, so a listing is a range scan. What a reader gets without asking for a version is in
// 'objects', all else in 'versions': who keeps no versions pays nothing for those who do.

export type Catalog = Awaited<ReturnType<typeof openCatalog>>;

export async function openCatalog(directory: string) {
  const path = join(directory, 'catalog.db');
  const db = openDatabase(path);
  const log = await openLog(`${path}-wal`);
  await log.flush();

  /** All of the change or none of it. Durable once 'flush' has returned as well. */
  function apply<T>(change: () => T): T {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = change();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk may have ended the transaction by itself.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }

  async function commit<T>(change: () => T): Promise<T> {
    const result = apply(change);
    await log.flush();
    return result;
  }

  async function close(): Promise<void> {
    await log.close();
    db.close();
  }

  return {
    apply,
    commit,
    close,
    flush: log.flush,
    ...bucketQueries(db),
    ...objectQueries(db),
    ...versionQueries(db),
    ...uploadQueries(db),
    ...partQueries(db),
    ...completionQueries(db),
  };
}

function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
  );
  bringUpToDate(db);
  return db;
}

async function openLog(path: string) {
  const file = await open(path, 'r+');
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  // A flush under way may have begun before our commit, so we join the one after it.
  function flush(): Promise<void> {
    waiting ??= running
      .catch(() => {})
      .then(() => {
        running = file.datasync();
        waiting = undefined;
        return running;
      });
    return waiting;
  }

  return {
    flush,
    close: async () => {
      await flush();
      await file.close();
    },
  };
}

function objectQueries(db: DatabaseSync) {
  const find = db.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?');
  const put = db.prepare(
    `INSERT OR REPLACE INTO objects
       (bucket, key, size, etag, modified, headers, checksum, content, version, sequence, parts, tags)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const contents = db.prepare(
    `SELECT content FROM objects UNION ALL SELECT content FROM versions
     UNION ALL SELECT content FROM parts`,
  );
  const scan = db.prepare(
    `SELECT key, size, etag, modified FROM objects
     WHERE bucket = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?`,
  );
  return {
    findObject: (bucket: string, key: Buffer) =>
      decode<StoredObject>(find.get(bucket, key), OBJECT_JSON),
    putObject: (bucket: string, object: StoredObject) =>
      void put.run(
        bucket,
        object.key,
        object.size,
        object.etag,
        object.modified,
        JSON.stringify(object.headers),
        encode(object.checksum),
        JSON.stringify(object.content),
        object.version,
        object.sequence,
        encode(object.parts),
        encode(object.tags),
      ),
    deleteObject: (bucket: string, key: Buffer) => void remove.run(bucket, key),
    scanObjects: (bucket: string, range: { from: Buffer; to: Buffer; limit: number }) =>
      (scan.all(bucket, range.from, range.to, range.limit) as unknown as ListedObject[]).map(
        ({ key, size, etag, modified }) => ({ key: toBuffer(key), size, etag, modified }),
      ),
    listContents: function* () {
      for (const row of contents.iterate()) yield JSON.parse(String(row['content'])) as Content;
    },
  };
}
