import { GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { sweepTrashTrails } from '../../../apps/server/src/platform/connectors/storage/trash/trails.ts';
import { openDatabase } from '../../../apps/server/src/platform/db/database.ts';
import { createLogger } from '../../../apps/server/src/platform/logs/logger.ts';
import type { Stage } from '../../stage.ts';
import { BUCKET } from '../../user-bucket.ts';
import type { Troupe } from './troupe.ts';

/** What is in the bucket below a folder, by key, and what the trash holds of it. */
export async function listContents(troupe: Troupe, client: S3Client, folder: string) {
  const found = new Map<string, string>();
  for (const { key } of await listKeys(client, folder)) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
    found.set(key, await Body!.transformToString());
  }
  return { found, trashed: await troupe.readTrash(folder) };
}

type Ground = { stage: Stage; troupe: Troupe; client: S3Client };

/** Where index and listing differ, and what the trash's folder holds beyond its entries. */
export async function findIndexFaults(title: string, ground: Ground): Promise<string[]> {
  const { stage, troupe, client } = ground;
  const db = openDatabase(stage.databaseUrl, createLogger('silent'));
  const seen = {
    connectorId: troupe.connectorId,
    client,
    name: BUCKET,
    place: 'torture',
    root: '',
  };
  await sweepTrashTrails(db, seen, '0 seconds');
  await db.close();
  const where = `connector_id = '${troupe.connectorId}'`;
  const indexed = await stage.query<{ path: string; etag: string }>(
    `select path, etag from causeway.bucket_objects where ${where}`,
  );
  const entries = await stage.query<{ path: string }>(
    `select trash_path as path from causeway.storage_trash where ${where} and trash_path is not null`,
  );
  const keys = await listKeys(client, '');
  const inTrash = keys.filter(({ key }) => key.startsWith(TRASH_FOLDER)).map(({ key }) => key);
  const outside = keys.filter(({ key }) => !key.startsWith(TRASH_FOLDER));
  const known = new Map(indexed.map(({ path, etag }) => [path, etag]));
  const missing = outside.filter(({ key, etag }) => known.get(key) !== etag);
  const present = new Set(outside.map(({ key }) => key));
  const gone = [...known.keys()].filter((path) => !present.has(path));
  const entered = new Set(entries.map(({ path }) => path));
  const orphans = inTrash.filter((key) => !entered.has(key));
  return [
    ...missing.map(({ key }) => `${title}: ${key} is not indexed as it is`),
    ...gone.map((path) => `${title}: ${path} is indexed and gone`),
    ...orphans.map((key) => `${title}: ${key} was left in the trash's folder`),
  ];
}

async function listKeys(client: S3Client, Prefix: string) {
  const keys: { key: string; etag: string }[] = [];
  for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: BUCKET, Prefix, ContinuationToken: token }),
    );
    for (const { Key = '', ETag = '' } of page.Contents ?? []) {
      keys.push({ key: Key, etag: ETag.replaceAll('"', '') });
    }
    token = page.NextContinuationToken;
  }
  return keys;
}
