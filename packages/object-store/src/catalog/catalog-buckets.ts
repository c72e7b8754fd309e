import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../http/errors.ts';
import { decode, encode } from './catalog-rows.ts';
import type { Bucket, CorsRule, Tag, Versioning } from './stored.ts';

export function bucketQueries(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO buckets (name, created) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM buckets WHERE name = ?');
  const find = db.prepare('SELECT versioning FROM buckets WHERE name = ?');
  const change = db.prepare('UPDATE buckets SET versioning = ? WHERE name = ?');
  const list = db.prepare('SELECT name, created FROM buckets ORDER BY name');
  const first = db.prepare(
    `SELECT 1 FROM objects WHERE bucket = :name
     UNION ALL SELECT 1 FROM versions WHERE bucket = :name LIMIT 1`,
  );
  const findCors = db.prepare('SELECT cors FROM buckets WHERE name = ?');
  const changeCors = db.prepare('UPDATE buckets SET cors = ? WHERE name = ?');
  const findTags = db.prepare('SELECT tags FROM buckets WHERE name = ?');
  const changeTags = db.prepare('UPDATE buckets SET tags = ? WHERE name = ?');
  return {
    insertBucket: (name: string) => void insert.run(name, Date.now()),
    deleteBucket: (name: string) => void remove.run(name),
    hasBucket: (name: string) => find.get(name) !== undefined,
    listBuckets: () => list.all() as unknown as { name: string; created: number }[],
    isBucketEmpty: (name: string) => first.get({ name }) === undefined,
    setVersioning: (name: string, versioning: NonNullable<Versioning>) =>
      void change.run(versioning, name),
    findCors: (name: string) => decode<{ cors?: CorsRule[] }>(findCors.get(name), ['cors'])?.cors,
    setCors: (name: string, rules: CorsRule[] | undefined) =>
      void changeCors.run(encode(rules), name),
    findBucketTags: (name: string) => decode<{ tags?: Tag[] }>(findTags.get(name), ['tags'])?.tags,
    setBucketTags: (name: string, tags: Tag[] | undefined) =>
      void changeTags.run(encode(tags), name),
    readBucket: (name: string): Bucket => {
      const row = find.get(name);
      if (!row) throw new StoreError('NoSuchBucket');
      return { name, versioning: (row['versioning'] ?? undefined) as Versioning };
    },
  };
}
