import type { ListedObject } from '#platform/connectors/storage/list.ts';
import { type Db, findRow, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { startCrawl } from './crawl.ts';
import { below, containing, objectColumns } from './search.ts';

type IndexedFolder = { folders: string[]; objects: ListedObject[]; indexedAt: string };

/** A shorter folder is listed in a moment, and the bucket is always right. */
const LONG_FOLDER = 5_000;
/** Own writes are known at once; what others wrote is at most this late, and its age is told. */
const FRESH_MINUTES = 60;
/** Once this old, it is read again while somebody still works with it. */
const AGEING_MINUTES = 10;

/** What is asked of a folder: at least what the name is in, at most so many. */
type FolderQuery = { path: string; name: string; most: number };

/**
 * What a long folder holds, where a whole and young index knows it; undefined otherwise. More than
 * what the name is in may come: a path holds it also where the entry's own name does not.
 */
export async function findInIndex(
  services: Services,
  connectorId: string,
  { path, name, most }: FolderQuery,
): Promise<IndexedFolder | undefined> {
  const { db } = services;
  const indexedAt = await findIndexTime(db, connectorId);
  if (indexedAt === undefined) return undefined;
  if ((await countBelow(db, connectorId, path, LONG_FOLDER + 1)) <= LONG_FOLDER) return undefined;
  const objects = await listBelow(db, connectorId, { path, name, most: most + 1 });
  if (objects.length > most) return undefined;
  const wish = { olderThanMinutes: AGEING_MINUTES, userId: null };
  await startCrawl(services, db, connectorId, wish);
  return { ...splitByFolder(objects, path), indexedAt };
}

async function findIndexTime(db: Db, connectorId: string): Promise<string | undefined> {
  const row = await findRow<{ at: string }>(
    db,
    // A connector that was changed may lead to another bucket since.
    sql`select crawled_at as at from bucket_indexes join connectors on connectors.id = connector_id
        where connector_id = ${connectorId} and is_complete and state <> 'failed'
          and crawled_at > now() - make_interval(mins => ${FRESH_MINUTES})
          and crawled_at > connectors.updated_at`,
  );
  return row?.at;
}

async function countBelow(db: Db, connectorId: string, path: string, most: number) {
  const row = await findRow<{ count: number }>(
    db,
    sql`select count(*)::float8 as count from (select from bucket_objects
          where connector_id = ${connectorId} ${below(path)} limit ${most}) first`,
  );
  return row?.count ?? 0;
}

/** In the bucket's own order. */
function listBelow(db: Db, connectorId: string, { path, name, most }: FolderQuery) {
  return listRows<ListedObject>(
    db,
    sql`select ${objectColumns} from bucket_objects
        where connector_id = ${connectorId} ${below(path)} ${containing(name)}
        order by path limit ${most}`,
  );
}

/** Objects of the folder itself, and the folders all others lie in, each once. */
function splitByFolder(sorted: ListedObject[], path: string) {
  const folders: string[] = [];
  const objects: ListedObject[] = [];
  for (const object of sorted) {
    const slash = object.path.indexOf('/', path.length);
    const folder = object.path.slice(0, slash + 1);
    if (slash < 0) objects.push(object);
    else if (folders.at(-1) !== folder) folders.push(folder);
  }
  return { folders, objects };
}
