import type { z } from 'zod';
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
  if (offset < MOST_RANKED) {
    const some = await rank(db, sql`${where} limit ${MOST_RANKED + 1}`, query);
    if (some.every(({ matches }) => matches <= MOST_RANKED))
      return some.map(({ object }) => object);
  }
  const first =
    offset < MOST_RANKED
      ? await rank(db, sql`${where} order by path limit ${MOST_RANKED}`, query)
      : [];
  const behind = Math.max(offset, MOST_RANKED);
  return [
    ...first.map(({ object }) => object),
    ...(end > behind ? await listByPath(db, where, behind, end - behind) : []),
  ];
}

/** Of some objects those that are asked for, and how many they were. */
async function rank(
  db: Db,
  some: Sql,
  query: Query,
): Promise<{ object: ListedObject; matches: number }[]> {
  const text = searchedText(query.text.trim());
  const rows = await listRows<ListedObject & { matches: number }>(
    db,
    sql`select ${objectColumns}, count(*) over ()::int as matches from (
          select *, split_part(rtrim(searched, '/'), '/', -1) as name from bucket_objects where ${some}
        ) found
        order by case when name = ${text} then 0 when starts_with(name, ${text}) then 1
                      when strpos(name, ${text}) > 0 then 2 else 3 end, length(path), path
        limit ${query.limit + 1} offset ${query.offset}`,
  );
  return rows.map(({ matches, ...object }) => ({ object, matches }));
}

function listByPath(db: Db, where: Sql, offset: number, limit: number): Promise<ListedObject[]> {
  return listRows(
    db,
    sql`select ${objectColumns} from bucket_objects where ${where}
        order by path limit ${limit} offset ${offset}`,
  );
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
