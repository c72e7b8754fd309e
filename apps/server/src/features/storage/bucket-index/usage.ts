import { objectName } from '@causeway/contract/storage/object-listing.ts';
import type { FolderUsage } from '@causeway/contract/storage/bucket-index.ts';
import type { ListedObject } from '#platform/connectors/storage/list.ts';
import { type Db, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { below, objectColumns } from './search.ts';

/** More rectangles than this nobody tells apart. */
const MOST_CHILDREN = 200;
const MOST_ITEMS = 100;

type Sums = { byte_size: number; object_count: number };

const sums = sql`coalesce(sum(byte_size), 0)::float8 as byte_size, count(*)::float8 as object_count`;

/** What takes the room below a folder, one level deep. */
export async function readUsage(db: Db, connectorId: string, path: string) {
  const where = sql`connector_id = ${connectorId} ${below(path)}`;
  const start = path.length + 1;
  const [children, groups, total] = await Promise.all([
    listRows<Omit<FolderUsage, 'name'>>(
      db,
      sql`select ${path} || child as path, ${sums}, max(updated_at) as updated_at
          from (select byte_size, updated_at,
              case strpos(substr(path, ${start}::int), '/') when 0 then substr(path, ${start}::int)
                else left(substr(path, ${start}::int), strpos(substr(path, ${start}::int), '/')) end
              as child
            from bucket_objects where ${where}) below
          group by child order by sum(byte_size) desc, child limit ${MOST_CHILDREN}`,
    ),
    listRows<Sums & { group: 'other' }>(
      db,
      sql`select file_group as "group", ${sums} from bucket_objects where ${where}
          group by file_group order by 2 desc`,
    ),
    readRow<Sums & { updated_at: string | null }>(
      db,
      sql`select ${sums}, max(updated_at) as updated_at from bucket_objects where ${where}`,
    ),
  ]);
  const shown = children.map((child) => ({ ...child, name: objectName(child.path) }));
  const told = (key: keyof Sums) => shown.reduce((sum, child) => sum + child[key], 0);
  return {
    total: { ...total, path, name: objectName(path) },
    children: shown,
    rest: {
      byte_size: total.byte_size - told('byte_size'),
      object_count: total.object_count - told('object_count'),
    },
    groups,
  };
}

type Group = { etag: string; byte_size: number; count: number };

/** Objects of the same size and etag, those that waste most first. */
export async function listDuplicates(
  db: Db,
  connectorId: string,
  query: { path: string; limit: number; offset: number },
) {
  const where = sql`connector_id = ${connectorId} ${below(query.path)} and byte_size > 0`;
  const [groups, wasted] = await Promise.all([
    listRows<Group>(
      db,
      sql`select etag, byte_size::float8 as byte_size, count(*)::float8 as count
          from bucket_objects where ${where} group by etag, bucket_objects.byte_size
          having count(*) > 1
          order by (count(*) - 1) * bucket_objects.byte_size desc, etag
          limit ${query.limit + 1} offset ${query.offset}`,
    ),
    readRow<Sums>(
      db,
      sql`select coalesce(sum((count - 1) * byte_size), 0)::float8 as byte_size,
            coalesce(sum(count - 1), 0)::float8 as object_count
          from (select byte_size, count(*) as count from bucket_objects where ${where}
            group by etag, byte_size having count(*) > 1) same`,
    ),
  ]);
  const shown = groups.slice(0, query.limit);
  const items = await listSame(db, connectorId, query.path, shown);
  return {
    groups: shown.map((group) => ({ ...group, objects: items.get(keyOf(group)) ?? [] })),
    hasMore: groups.length > query.limit,
    wasted,
  };
}

async function listSame(db: Db, connectorId: string, path: string, groups: Group[]) {
  const rows = await listRows<ListedObject>(
    db,
    sql`select ${objectColumns} from (
          select *, row_number() over (partition by etag, byte_size order by updated_at, path) as place
          from bucket_objects where connector_id = ${connectorId} ${below(path)}
            and (etag, byte_size) in (select * from unnest(${groups.map(({ etag }) => etag)}::text[],
              ${groups.map(({ byte_size }) => byte_size)}::bigint[]))) same
        where place <= ${MOST_ITEMS} order by place`,
  );
  return Map.groupBy(rows, ({ etag, byteSize }) => keyOf({ etag, byte_size: byteSize }));
}

function keyOf({ etag, byte_size }: Pick<Group, 'etag' | 'byte_size'>): string {
  return `${etag} ${byte_size}`;
}
