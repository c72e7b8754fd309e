import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/jobs.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { type ListedObject, listPages } from '#platform/connectors/storage/list.ts';
import { findConnectorById } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { openBucketById } from '../upkeep.ts';
import { mergeStretch } from './merge.ts';
import {
  beginCrawl,
  endCrawl,
  findIndex,
  type IndexRow,
  listOutdated,
  saveCrawlProgress,
  settleIndex,
} from './queries.ts';

/** Work in the queue: one slice of a crawl. A large bucket takes several. */
const crawlWork = { name: 'storage.crawl', data: z.object({ connectorId: z.uuid() }) };

const SLICE_MS = 4 * 60_000;
/** Objects compared at once. */
const STRETCH = 10_000;
/** What fits into memory without being noticed. */
const MOST_UNORDERED = 300_000;

export async function startCrawl(
  { jobs }: Services,
  db: Db,
  connectorId: string,
  olderThanMinutes: number,
): Promise<void> {
  if (!(await beginCrawl(db, connectorId, olderThanMinutes))) return;
  await jobs.enqueue(db, crawlWork, { connectorId });
}

export function defineCrawls(services: Services): void {
  services.jobs.define({
    ...crawlWork,
    concurrency: 2,
    perPerson: 1,
    run: ({ connectorId }, signal) => runSlice(services, connectorId, signal),
  });
  services.jobs.define({
    name: 'storage.recrawl',
    data: z.object({}),
    schedule: '*/15 * * * *',
    run: async () => {
      for (const { connectorId } of await listOutdated(services.db)) {
        await startCrawl(services, services.db, connectorId, 6 * 60);
      }
    },
  });
}

async function runSlice(services: Services, connectorId: string, signal: AbortSignal) {
  const { db, jobs } = services;
  const index = await findIndex(db, connectorId);
  if (index?.state !== 'crawling') return;
  const crawl = { connectorId, crawlId: index.crawlId };
  try {
    const bucket = await openBucketById(services, connectorId);
    if (!bucket) return;
    const outcome = await crawlOn(services, bucket, index, signal);
    if (outcome === 'more') await jobs.enqueue(db, crawlWork, { connectorId });
    if (outcome !== 'ended') return;
    await endCrawl(db, crawl, null);
    await settleIndex(db);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await endCrawl(db, crawl, error.message);
  }
  await announce(services, connectorId);
}

/** Goes on behind the key the last slice came to. */
async function crawlOn(
  services: Services,
  bucket: Bucket,
  index: IndexRow,
  signal: AbortSignal,
): Promise<'ended' | 'more' | 'replaced'> {
  const { db } = services;
  const { connectorId } = bucket;
  const { crawlId, crawlStartedAt: startedAt } = index;
  const end = Date.now() + SLICE_MS;
  let after = index.crawlAfter;
  let objects: ListedObject[] = [];

  /** Answers whether this crawl is still the one that counts. */
  async function settle(upTo: string | null): Promise<boolean> {
    const found = objects.filter(isIndexed);
    await mergeStretch(db, { connectorId, objects: found, after, upTo, startedAt });
    const reached = { after: upTo ?? after, seen: objects.length };
    const isOurs = await saveCrawlProgress(db, { connectorId, crawlId }, reached);
    after = reached.after;
    objects = [];
    await announce(services, connectorId);
    return isOurs;
  }

  const options = { depth: 'all' as const, after: after === '' ? undefined : after, signal };
  for await (const page of listPages(bucket, '', options)) {
    if (!isInOrder(objects.at(-1)?.path ?? after, page.objects)) {
      after = '';
      objects = await listAll(bucket, signal);
      break;
    }
    objects.push(...page.objects);
    const last = page.objects.findLast(isStorable)?.path;
    const isEnough = objects.length >= STRETCH || Date.now() >= end;
    if (page.next !== undefined && last !== undefined && isEnough) {
      if (!(await settle(last))) return 'replaced';
      if (Date.now() >= end) return 'more';
    }
  }
  return (await settle(null)) ? 'ended' : 'replaced';
}

function isIndexed(object: ListedObject): boolean {
  return !object.path.startsWith(TRASH_FOLDER) && isStorable(object);
}

/** A key may hold U+0000, which no text in Postgres can: such objects are listed, and not searched. */
function isStorable({ path }: ListedObject): boolean {
  return !path.includes('\0');
}

/** Comparing stretch by stretch needs the order S3 promises: by bytes. Some stores have another. */
function isInOrder(before: string, objects: ListedObject[]): boolean {
  let last = Buffer.from(before);
  return objects.every(({ path }) => {
    const next = Buffer.from(path);
    const isAscending = Buffer.compare(last, next) <= 0;
    last = next;
    return isAscending;
  });
}

/** Without an order all keys have to be known before any can be said to be missing. */
async function listAll(bucket: Bucket, signal: AbortSignal): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  for await (const page of listPages(bucket, '', { depth: 'all', signal })) {
    objects.push(...page.objects);
    if (objects.length > MOST_UNORDERED) {
      throw new Failure('E_UPSTREAM_FAILED', 'The bucket does not list its keys in order.');
    }
  }
  return objects;
}

async function announce({ db, events }: Services, connectorId: string): Promise<void> {
  const index = await findIndex(db, connectorId);
  const connector = await findConnectorById(db, connectorId);
  if (!connector || !index || index.state === 'none') return;
  const { projectId } = connector;
  const { state, crawled } = index;
  const event = { type: 'storage.index' as const, projectId, connectorId, state, crawled };
  await events.publish(db, { projectId }, event);
}
