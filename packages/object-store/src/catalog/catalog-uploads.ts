import type { DatabaseSync } from 'node:sqlite';
import { decode, encode } from './catalog-rows.ts';
import type { Completion, Part, Upload } from './stored.ts';

const UPLOAD_JSON = ['headers', 'checksum', 'tags'];

export function uploadQueries(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO uploads (id, bucket, key, created, headers, checksum, tags)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?');
  const remove = db.prepare('DELETE FROM uploads WHERE id = ?');
  const list = db.prepare(
    `SELECT * FROM uploads WHERE bucket = ? AND (key, id) > (?, ?) ORDER BY key, id LIMIT ?`,
  );
  const silent = db.prepare(
    `SELECT * FROM uploads u WHERE created < ?
     AND NOT EXISTS (SELECT 1 FROM parts WHERE upload = u.id AND modified >= ?) LIMIT ?`,
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
        encode(upload.tags),
      ),
    findUpload: (id: string, bucket: string, key: Buffer) =>
      decode<Upload>(find.get(id, bucket, key), UPLOAD_JSON),
    deleteUpload: (id: string) => void remove.run(id),
    listUploadsAfter: (bucket: string, after: { key: Buffer; id: string; limit: number }) =>
      list
        .all(bucket, after.key, after.id, after.limit)
        .map((row) => decode<Upload>(row, UPLOAD_JSON)!),
    /** Those that nothing happened to since. */
    listSilentUploads: (since: number, limit: number) =>
      silent.all(since, since, limit).map((row) => decode<Upload>(row, UPLOAD_JSON)!),
  };
}

export function partQueries(db: DatabaseSync) {
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

export function completionQueries(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO completions (upload, bucket, key, etag, version, checksum, completed)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare('SELECT * FROM completions WHERE upload = ? AND bucket = ? AND key = ?');
  const removeAged = db.prepare('DELETE FROM completions WHERE completed < ?');
  const removeOfBucket = db.prepare('DELETE FROM completions WHERE bucket = ?');
  return {
    insertCompletion: (done: Completion) =>
      void insert.run(
        done.upload,
        done.bucket,
        done.key,
        done.etag,
        done.version ?? null,
        encode(done.checksum),
        done.completed,
      ),
    findCompletion: (upload: string, bucket: string, key: Buffer) =>
      decode<Completion>(find.get(upload, bucket, key), ['checksum']),
    deleteCompletions: (before: number) => void removeAged.run(before),
    deleteCompletionsOf: (bucket: string) => void removeOfBucket.run(bucket),
  };
}
