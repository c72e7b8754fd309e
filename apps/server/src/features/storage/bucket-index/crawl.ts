import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { listedWithoutEnd } from '#platform/connectors/storage/endless-listing.ts';
import { type ListedObject, listPages } from '#platform/connectors/storage/list.ts';
import { findForUpkeep } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import type { Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { openForUpkeep } from '../upkeep.ts';
import { mergeStretch } from './merge.ts';
import {
  beginCrawl,
  endCrawl,
  findIndex,
  forgetElsewhere,
  type IndexRow,
  listOutdated,
  saveCrawlProgress,
  settleIndex,
} from './queries.ts';

const SLICE_MS = 4 * 60_000;
/** Objects compared at once. */
const STRETCH = 10_000;
/** What fits into memory without being noticed. */
const MOST_UNORDERED = 300_000;

/** Who asked for it is told in the list of what runs; a crawl that comes by itself is nobody's. */
export async function startCrawl(
  { runs }: Services,
  db: Db,
  connectorId: string,
  { olderThanMinutes, userId }: { olderThanMinutes: number; userId: string | null },
): Promise<void> {
  const connector = await findForUpkeep(db, 'bucket-index', connectorId);
  if (!connector) return;
  await forgetElsewhere(db, connector);
  if (!(await beginCrawl(db, connector, olderThanMinutes))) return;
  const { projectId, name } = connector;
  const asked = { kind: 'crawl', subjectId: connectorId, projectId, connectorId, userId };
  await runs.enqueue(db, { ...asked, title: name });
}

export function defineCrawls(services: Services): void {
  services.runs.define({
    kind: 'crawl',
    places: 2,
    perPerson: 1,
    perProject: 1,
    step: (run, working) => runSlice(services, run.subjectId, working),
    recover: async () => 'again',
    ended: async (tx, { subjectId }, { outcome, failure }) => {
      const index = await findIndex(tx, subjectId);
      if (index?.state !== 'crawling') return;
      const reason = outcome === 'done' ? null : (failure?.message ?? 'It was cancelled.');
      await endCrawl(tx, { connectorId: subjectId, crawlId: index.crawlId }, reason);
      tx.afterCommit(() => {
        announce(services, subjectId).catch((error: unknown) => {
          services.logger.warn({ err: error }, 'a crawl could not tell of itself');
        });
      });
    },
  });
  services.jobs.define({
    name: 'storage.recrawl',
    data: z.object({}),
    schedule: '*/15 * * * *',
    run: async () => {
      for (const { connectorId } of await listOutdated(services.db)) {
        const wish = { olderThanMinutes: 6 * 60, userId: null };
        await startCrawl(services, services.db, connectorId, wish);
      }
    },
  });
}

async function runSlice(
  services: Services,
  connectorId: string,
  { signal, tell }: Working,
): Promise<'ended' | 'more'> {
  const { db } = services;
  const index = await findIndex(db, connectorId);
  if (index?.state !== 'crawling') return 'ended';
  const bucket = await openForUpkeep(services, 'bucket-index', connectorId);
  if (!bucket) return 'ended';
  const outcome = await crawlOn(services, bucket, index, { signal, tell });
  // One that was begun anew meanwhile has no other run than this.
  if (outcome !== 'ended') return 'more';
  await settleIndex(db);
  return 'ended';
}

/** Goes on behind the key the last slice came to. */
async function crawlOn(
  services: Services,
  bucket: Bucket,
  index: IndexRow,
  { signal, tell }: Pick<Working, 'signal' | 'tell'>,
): Promise<'ended' | 'more' | 'replaced'> {
  const { db } = services;
  const { connectorId } = bucket;
  const { crawlId, crawlStartedAt: startedAt } = index;
  const end = Date.now() + SLICE_MS;
  let after = index.crawlAfter;
  let objects: ListedObject[] = [];
  let seen = index.crawled;

  /** Answers whether this crawl is still the one that counts. */
  async function settle(upTo: string | null): Promise<boolean> {
    const found = objects.filter(isIndexed);
    await mergeStretch(db, { connectorId, objects: found, after, upTo, startedAt });
    const reached = { after: upTo ?? after, seen: objects.length };
    const isOurs = await saveCrawlProgress(db, { connectorId, crawlId }, reached);
    after = reached.after;
    seen += objects.length;
    tell({ done: seen });
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
    const last = objects.findLast(isStorable)?.path ?? after;
    const isOver = Date.now() >= end;
    if (page.next === undefined || (objects.length < STRETCH && !isOver)) continue;
    if (last !== after) {
      if (!(await settle(last))) return 'replaced';
      if (isOver) return 'more';
    } else if (isOver || objects.length > MOST_UNORDERED) throw listedWithoutEnd();
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
  const end = Date.now() + SLICE_MS;
  for await (const page of listPages(bucket, '', { depth: 'all', signal })) {
    objects.push(...page.objects);
    if (objects.length > MOST_UNORDERED || Date.now() >= end) {
      throw new Failure('E_UPSTREAM_FAILED', 'The bucket does not list its keys in order.');
    }
  }
  return objects;
}

async function announce({ db, events }: Services, connectorId: string): Promise<void> {
  const index = await findIndex(db, connectorId);
  const connector = await findForUpkeep(db, 'bucket-index', connectorId);
  if (!connector || !index || index.state === 'none') return;
  const { projectId } = connector;
  const { state, crawled } = index;
  const event = { type: 'storage.index' as const, projectId, connectorId, state, crawled };
  await events.publish(db, { projectId }, event);
}
