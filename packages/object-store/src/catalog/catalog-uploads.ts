import type { DatabaseSync } from 'node:sqlite';
import { decode, encode } from './catalog-rows.ts';
import type { Part, Upload } from './stored.ts';

export function uploadQueries(db: DatabaseSync) {
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
