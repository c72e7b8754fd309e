import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Content } from './blobs.ts';
import type { Checksum } from './body.ts';
import type { ChecksumAlgorithm } from './checksums.ts';
import { StoreError } from './errors.ts';

// The catalog says which objects exist and which blobs they consist of. It is an SQLite file in
// WAL mode, locked by this process. 'apply' makes a change without waiting for the disk; 'flush'
// writes the log through, off the event loop and once for all changes that wait. A change that
// was flushed survives a crash and a power cut, and only then is it acknowledged. Keys are stored as bytes, so a listing is a range scan.

export interface StoredObject {
  key: Buffer;
  size: number;
  /** Without quotes. */
  etag: string;
  modified: number;
  /** Headers to give back as they came: content-type, x-amz-meta-… */
  headers: Record<string, string>;
  checksum: Checksum | undefined;
  content: Content;
}

export interface Upload {
  id: string;
  bucket: string;
  key: Buffer;
  created: number;
  headers: Record<string, string>;
  checksum: { algorithm: ChecksumAlgorithm; type: 'COMPOSITE' | 'FULL_OBJECT' } | undefined;
}

export interface Part {
  number: number;
  size: number;
  etag: string;
  modified: number;
  checksum: Checksum | undefined;
  content: Content;
}

export type ListedObject = Pick<StoredObject, 'key' | 'size' | 'etag' | 'modified'>;

export type Catalog = Awaited<ReturnType<typeof openCatalog>>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS buckets (
    name TEXT PRIMARY KEY,
    created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL REFERENCES buckets,
    key BLOB NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    modified INTEGER NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY,
    bucket TEXT NOT NULL REFERENCES buckets,
    key BLOB NOT NULL,
    created INTEGER NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS uploads_by_key ON uploads (bucket, key, id);
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT NOT NULL REFERENCES uploads,
    number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    modified INTEGER NOT NULL,
    checksum TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (upload, number)
  ) STRICT, WITHOUT ROWID;`;

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
    ...uploadQueries(db),
    ...partQueries(db),
  };
}

function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
  );
  db.exec(SCHEMA);
  // A write, so that the log exists and this process holds the lock from now on.
  db.exec('PRAGMA user_version = 1');
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

function bucketQueries(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO buckets (name, created) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM buckets WHERE name = ?');
  const find = db.prepare('SELECT 1 FROM buckets WHERE name = ?');
  const list = db.prepare('SELECT name, created FROM buckets ORDER BY name');
  const first = db.prepare('SELECT 1 FROM objects WHERE bucket = ? LIMIT 1');
  return {
    insertBucket: (name: string) => void insert.run(name, Date.now()),
    deleteBucket: (name: string) => void remove.run(name),
    hasBucket: (name: string) => find.get(name) !== undefined,
    listBuckets: () => list.all() as unknown as { name: string; created: number }[],
    isBucketEmpty: (name: string) => first.get(name) === undefined,
    requireBucket: (name: string) => {
      if (!find.get(name)) throw new StoreError('NoSuchBucket');
    },
  };
}

function objectQueries(db: DatabaseSync) {
  const find = db.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?');
  const put = db.prepare(
    `INSERT OR REPLACE INTO objects (bucket, key, size, etag, modified, headers, checksum, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?');
  const contents = db.prepare('SELECT content FROM objects UNION ALL SELECT content FROM parts');
  const scan = db.prepare(
    `SELECT key, size, etag, modified FROM objects
     WHERE bucket = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?`,
  );
  return {
    findObject: (bucket: string, key: Buffer) =>
      decode<StoredObject>(find.get(bucket, key), ['headers', 'checksum', 'content']),
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

function uploadQueries(db: DatabaseSync) {
  const insert = db.prepare(
    'INSERT INTO uploads (id, bucket, key, created, headers, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const find = db.prepare('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?');
  const remove = db.prepare('DELETE FROM uploads WHERE id = ?');
  const list = db.prepare(
    `SELECT * FROM uploads WHERE bucket = ? AND (key, id) > (?, ?) ORDER BY key, id LIMIT ?`,
  );
  return {
    insertUpload: (upload: Upload) =>
      void insert.run(
        upload.id,
        upload.bucket,
        upload.key,
        upload.created,
        JSON.stringify(upload.headers),
        encode(upload.checksum),
      ),
    findUpload: (id: string, bucket: string, key: Buffer) =>
      decode<Upload>(find.get(id, bucket, key), ['headers', 'checksum']),
    deleteUpload: (id: string) => void remove.run(id),
    listUploadsAfter: (bucket: string, after: { key: Buffer; id: string; limit: number }) =>
      list
        .all(bucket, after.key, after.id, after.limit)
        .map((row) => decode<Upload>(row, ['headers', 'checksum'])!),
  };
}

function partQueries(db: DatabaseSync) {
  const put = db.prepare(
    `INSERT OR REPLACE INTO parts (upload, number, size, etag, modified, checksum, content)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare('SELECT * FROM parts WHERE upload = ? AND number = ?');
  const list = db.prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number');
  const remove = db.prepare('DELETE FROM parts WHERE upload = ?');
  return {
    putPart: (upload: string, part: Part) =>
      void put.run(
        upload,
        part.number,
        part.size,
        part.etag,
        part.modified,
        encode(part.checksum),
        JSON.stringify(part.content),
      ),
    findPart: (upload: string, number: number) =>
      decode<Part>(find.get(upload, number), ['checksum', 'content']),
    listParts: (upload: string) =>
      list.all(upload).map((row) => decode<Part>(row, ['checksum', 'content'])!),
    deleteParts: (upload: string) => void remove.run(upload),
  };
}

function encode(value: object | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

/** A row with its JSON columns parsed and its keys as buffers; the shape is the table's. */
function decode<T>(row: Record<string, unknown> | undefined, json: string[]): T | undefined {
  if (!row) return undefined;
  const decoded: Record<string, unknown> = { ...row };
  for (const name of json) {
    decoded[name] = row[name] === null ? undefined : JSON.parse(String(row[name]));
  }
  if (row['key'] instanceof Uint8Array) decoded['key'] = toBuffer(row['key']);
  return decoded as T;
}

/** The same bytes as a Buffer, not copied. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
