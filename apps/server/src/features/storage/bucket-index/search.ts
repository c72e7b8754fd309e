import type { z } from 'zod';
import { objectName } from '@causeway/contract/storage/object-listing.ts';
import type { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { ListedObject } from '#platform/connectors/storage/list.ts';
import { searchedText } from '../file-group.ts';

type Query = z.infer<(typeof bucketIndexRoutes.search)['query']>;

export const objectColumns = sql`path, byte_size::float8 as "byteSize", updated_at as "updatedAt", etag`;

/** Words everything contains would all have to be ranked: of more than these, the first by path are. */
const MOST_RANKED = 2_000;

/** One more than the limit where there is one. */
export function searchObjects(db: Db, connectorId: string, query: Query): Promise<ListedObject[]> {
  const { order, descending, limit, offset } = query;
  const where = sql`connector_id = ${connectorId} ${below(query.path)} ${holding(query.text)}
    ${query.group ? sql`and file_group = ${query.group}` : sql``}`;
  if (order === 'match') return rankMatches(db, where, query);
  const direction = descending ? sql`desc` : sql``;
  return listRows(
    db,
    sql`select ${objectColumns} from bucket_objects where ${where}
        order by ${sortKeys[order]} ${direction}, path ${direction}
        limit ${limit + 1} offset ${offset}`,
  );
}

const sortKeys = { name: sql`path`, size: sql`byte_size`, date: sql`updated_at` };

/**
 * The name itself first, then names that begin with the words, then shorter paths. Where too many hold
 * the words, those behind the ranked ones follow in the order of their paths: nothing is left out.
 */
async function rankMatches(db: Db, where: Sql, query: Query): Promise<ListedObject[]> {
  const { offset, limit } = query;
  const end = offset + limit + 1;
  const some = await listRows<ListedObject>(
    db,
    sql`select ${objectColumns} from bucket_objects where ${where} limit ${MOST_RANKED + 1}`,
  );
  if (some.length <= MOST_RANKED) return rank(some, query).slice(offset, end);
  const first = offset < MOST_RANKED ? await listByPath(db, where, 0, MOST_RANKED) : [];
  const ranked = rank(first, query).slice(offset, end);
  const behind = Math.max(offset, MOST_RANKED);
  return end <= MOST_RANKED
    ? ranked
    : [...ranked, ...(await listByPath(db, where, behind, end - behind))];
}

function listByPath(db: Db, where: Sql, offset: number, limit: number): Promise<ListedObject[]> {
  return listRows(
    db,
    sql`select ${objectColumns} from bucket_objects where ${where}
        order by path limit ${limit} offset ${offset}`,
  );
}

function rank(found: ListedObject[], query: Query): ListedObject[] {
  const text = searchedText(query.text.trim());
  return found
    .map((object) => ({ object, rank: rankOf(object.path, text) }))
    .toSorted((one, other) => {
      return (
        one.rank - other.rank ||
        one.object.path.length - other.object.path.length ||
        (one.object.path < other.object.path ? -1 : 1)
      );
    })
    .map(({ object }) => object);
}

function rankOf(path: string, text: string): number {
  const name = searchedText(objectName(path));
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  return name.includes(text) ? 2 : 3;
}

/** All words, in any order. */
function holding(text: string): Sql {
  const words = searchedText(text).split(/\s+/).filter(Boolean).slice(0, 20);
  return words.reduce((all, word) => sql`${all} ${containing(word)}`, sql``);
}

/** Anywhere in the path, the way it was typed. */
export function containing(text: string): Sql {
  return text === '' ? sql`` : sql`and searched like ${`%${escapeLike(searchedText(text))}%`}`;
}

export function below(path: string): Sql {
  return path === '' ? sql`` : sql`and path like ${`${escapeLike(path)}%`} and path <> ${path}`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
