import type { S3Config } from '@causeway/contract/connectors/connectors.ts';
import type { BucketIndex } from '@causeway/contract/storage/bucket-index.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import { changeRows, type Db, findRow, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { hasRun } from '#platform/runs/queries.ts';

export type IndexRow = BucketIndex & {
  crawlId: string;
  crawlAfter: string;
  crawlStartedAt: string;
};

const none: BucketIndex = {
  state: 'none',
  isComplete: false,
  objectCount: 0,
  byte_size: 0,
  crawled: 0,
  crawledAt: null,
  failure: null,
};

const columns = sql`state, is_complete as "isComplete", object_count::float8 as "objectCount",
  byte_size::float8 as byte_size, crawled::float8 as crawled, crawled_at as "crawledAt", failure,
  crawl_id as "crawlId", crawl_after as "crawlAfter", crawl_started_at as "crawlStartedAt"`;

export async function readIndex(db: Db, connectorId: string): Promise<BucketIndex> {
  return (await findIndex(db, connectorId)) ?? none;
}

export function findIndex(db: Db, connectorId: string): Promise<IndexRow | undefined> {
  return findRow(
    db,
    sql`select ${columns} from bucket_indexes where connector_id = ${connectorId}`,
  );
}

/**
 * Writes go on beside each other, but not beside a crawl that merges what it found: not seeing each
 * other, they would bring back what was removed. False where there is no index.
 */
export async function lockIndex(db: Db, connectorId: string): Promise<boolean> {
  const rows = await listRows(
    db,
    sql`select from bucket_indexes where connector_id = ${connectorId} for key share`,
  );
  return rows.length > 0;
}

type Place = Pick<StoredConnector, 'id' | 'config'>;

/** Where a connector leads: what was found elsewhere is nothing that may be told here. */
function placeOf({ config }: Place): string {
  const { endpoint = '', bucket, prefix } = config as S3Config;
  return JSON.stringify([endpoint, bucket, prefix]);
}

/** The index of another place than the connector names now; of an old one nobody noted the place. */
export async function forgetElsewhere(db: Db, connector: Place): Promise<void> {
  await changeRows(
    db,
    sql`with gone as (
          delete from bucket_indexes where connector_id = ${connector.id}
            and place <> ${placeOf(connector)} returning connector_id)
        delete from bucket_objects where connector_id in (select connector_id from gone)`,
  );
}

/** True when a crawl begins now; false when one is under way or the last one is young enough. */
export async function beginCrawl(
  db: Db,
  connector: Place,
  olderThanMinutes: number,
): Promise<boolean> {
  const { id: connectorId } = connector;
  const begun = await changeRows(
    db,
    sql`insert into bucket_indexes as known (connector_id, state, crawl_id, crawl_after,
          crawl_started_at, crawl_seen_at, place)
        values (${connectorId}, 'crawling', gen_random_uuid(), '', now(), now(),
          ${placeOf(connector)})
        on conflict (connector_id) do update set state = 'crawling', crawl_id = gen_random_uuid(),
          crawl_after = '', crawled = 0, crawl_started_at = now(), crawl_seen_at = now(),
          failure = null, visited_at = now(), place = excluded.place
        where case when known.state = 'crawling'
            then not ${hasRun('crawl', connectorId)}
          else known.crawled_at is null or known.state = 'failed'
            or known.crawled_at <= now() - make_interval(secs => ${olderThanMinutes * 60}) end`,
  );
  return begun > 0;
}

/** Buckets people came back to since, whose crawl has grown old. */
export function listOutdated(db: Db): Promise<{ connectorId: string }[]> {
  return listRows(
    db,
    sql`select connector_id as "connectorId" from bucket_indexes
        where visited_at > now() - interval '7 days'
          and (state = 'crawling' or coalesce(crawled_at, crawl_started_at) < now() - interval '6 hours')
        order by crawled_at limit 50`,
  );
}

/** The crawl with this id and no other: one that was replaced meanwhile writes nothing any more. */
export async function saveCrawlProgress(
  db: Db,
  index: { connectorId: string; crawlId: string },
  reached: { after: string; seen: number },
): Promise<boolean> {
  const saved = await changeRows(
    db,
    sql`update bucket_indexes set crawl_after = ${reached.after},
          crawled = crawled + ${reached.seen}, crawl_seen_at = now()
        where connector_id = ${index.connectorId} and crawl_id = ${index.crawlId}
          and state = 'crawling'`,
  );
  return saved > 0;
}

export async function endCrawl(
  db: Db,
  index: { connectorId: string; crawlId: string },
  failure: string | null,
): Promise<void> {
  await changeRows(
    db,
    sql`with forgotten as (
          delete from bucket_removals where connector_id = ${index.connectorId}
            and exists (select from bucket_indexes where connector_id = ${index.connectorId}
              and crawl_id = ${index.crawlId}))
        update bucket_indexes set state = ${failure === null ? 'ready' : 'failed'},
          failure = ${failure}, is_complete = is_complete or ${failure === null},
          crawled_at = case when ${failure === null} then now() else crawled_at end,
          object_count = counted.count, byte_size = counted.bytes
        from (select count(*) as count, coalesce(sum(byte_size), 0) as bytes from bucket_objects
          where connector_id = ${index.connectorId}) counted
        where connector_id = ${index.connectorId} and crawl_id = ${index.crawlId}`,
  );
}

/** After work that may have been cut off between a change and its sum. */
export async function recountIndex(db: Db, connectorId: string): Promise<void> {
  await changeRows(
    db,
    sql`update bucket_indexes set object_count = counted.count, byte_size = counted.bytes
        from (select count(*) as count, coalesce(sum(byte_size), 0) as bytes from bucket_objects
          where connector_id = ${connectorId}) counted
        where connector_id = ${connectorId}`,
  );
}

/** The planner knows a freshly filled table only after this; pending trigrams slow every search. */
export async function settleIndex(db: Db): Promise<void> {
  await db.query(sql`analyze bucket_objects`);
  await db.query(
    sql`select gin_clean_pending_list(oid) from pg_class
        where relname = 'bucket_objects_searched' and relnamespace = current_schema()::regnamespace`,
  );
}
