import type { DatabaseSync } from 'node:sqlite';
import { decode, encode, OBJECT_JSON, toBuffer } from './catalog-rows.ts';
import type { KeptVersion, ListedVersion, Tag } from './stored.ts';

/** From a key on, and of that key only the versions before a sequence. */
export interface VersionRange {
  from: Buffer;
  below: number;
  to: Buffer;
  limit: number;
}

export function versionQueries(db: DatabaseSync) {
  const find = db.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND version = ?');
  const newest = db.prepare(
    'SELECT * FROM versions WHERE bucket = ? AND key = ? ORDER BY sequence DESC LIMIT 1',
  );
  const insert = db.prepare(
    `INSERT INTO versions (bucket, key, sequence, version, deletes, aging_since,
       size, etag, modified, headers, checksum, content, parts, tags)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM versions WHERE bucket = ? AND key = ? AND sequence = ?');
  const changeTags = db.prepare(
    'UPDATE versions SET tags = ? WHERE bucket = ? AND key = ? AND sequence = ?',
  );
  const aged = db.prepare(
    'SELECT * FROM versions WHERE aging_since < ? ORDER BY aging_since, sequence LIMIT ?',
  );
  const scan = db.prepare(SCAN);
  return {
    findVersion: (bucket: string, key: Buffer, version: string) =>
      decode<KeptVersion>(find.get(bucket, key, version), OBJECT_JSON),
    findNewestVersion: (bucket: string, key: Buffer) =>
      decode<KeptVersion>(newest.get(bucket, key), OBJECT_JSON),
    insertVersion: (bucket: string, version: KeptVersion) =>
      void insert.run(
        bucket,
        version.key,
        version.sequence,
        version.version,
        version.deletes,
        version.aging_since,
        version.size,
        version.etag,
        version.modified,
        JSON.stringify(version.headers),
        encode(version.checksum),
        JSON.stringify(version.content),
        encode(version.parts),
        encode(version.tags),
      ),
    deleteVersion: (bucket: string, { key, sequence }: Pick<KeptVersion, 'key' | 'sequence'>) =>
      void remove.run(bucket, key, sequence),
    setVersionTags: (
      bucket: string,
      { key, sequence }: Pick<KeptVersion, 'key' | 'sequence'>,
      tags: Tag[] | undefined,
    ) => void changeTags.run(encode(tags), bucket, key, sequence),
    /** Those that aged longest first; of one key the oldest before the newer. */
    listAgedVersions: (before: number, limit: number) =>
      aged
        .all(before, limit)
        .map((row) => decode<KeptVersion & { bucket: string }>(row, OBJECT_JSON)!),
    scanVersions: (bucket: string, range: VersionRange): ListedVersion[] =>
      (scan.all({ bucket, ...range }) as unknown as (ListedVersion & { latest: number })[]).map(
        ({ latest, ...row }) => ({ ...row, key: toBuffer(row.key), isLatest: latest === 1 }),
      ),
  };
}

// Both arms walk their primary keys and are merged, so a page costs what it holds. The mark of a
// deletion is the latest version when nothing newer is kept and no object is there.
const SCAN = `
  SELECT key, version, sequence, size, etag, modified, 0 AS deletes, 1 AS latest
  FROM objects
  WHERE bucket = :bucket AND key >= :from AND key < :to AND (key > :from OR sequence < :below)
  UNION ALL
  SELECT key, version, sequence, size, etag, modified, deletes,
    deletes AND NOT EXISTS (
      SELECT 1 FROM objects o WHERE o.bucket = v.bucket AND o.key = v.key
    ) AND NOT EXISTS (
      SELECT 1 FROM versions n
      WHERE n.bucket = v.bucket AND n.key = v.key AND n.sequence > v.sequence
    )
  FROM versions v
  WHERE bucket = :bucket AND key >= :from AND key < :to AND (key > :from OR sequence < :below)
  ORDER BY key, sequence DESC LIMIT :limit`;
