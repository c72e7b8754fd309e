import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import { deleteOldVersions, deleteWithVersions } from '#platform/connectors/storage/versions.ts';
import { deleteObjects } from '#platform/connectors/storage/write.ts';
import { findConnectorById, openS3Target } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import type { Changes } from '../changes.ts';
import { rewriteObject } from '../replace/rewrite-object.ts';
import type { Texts } from '../replace/texts.ts';
import { findObjects } from './find-objects.ts';
import {
  countJob,
  findJobById,
  type JobItem,
  type JobRow,
  listOpenItems,
  moveJob,
  saveItem,
  saveItemsDone,
} from './queries.ts';
import { deleteTrash } from '#platform/connectors/storage/trash/entries.ts';
import { type Turn, workOnObject } from './work-on-object.ts';

/** Work in the queue: one slice of a job. A job that needs longer than a slice calls for the next. */
export const storageWork = { name: 'storage.work', data: z.object({ jobId: z.uuid() }) };

const SLICE_MS = 5 * 60_000;
const TICK_MS = 700;
const LANES = 8;
/** Texts are held in memory while they are worked on. */
const TEXT_LANES = 3;
const BATCH = 500;
/** So many in a row without an answer: the bucket is away, and trying all the others takes for ever. */
const PATIENCE = 16;

type Parts = { changes: Changes; texts: Texts };

export function defineStorageWork(services: Services, parts: Parts): void {
  services.jobs.define({
    ...storageWork,
    retries: 10,
    concurrency: 2,
    run: ({ jobId }, signal) => runSlice(services, parts, jobId, signal),
  });
}

async function runSlice(
  services: Services,
  parts: Parts,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, jobs } = services;
  const job = await findJobById(db, jobId);
  if (!job || (job.state !== 'listing' && job.state !== 'running')) return;
  const slice = createSlice(services, parts, job, signal);
  try {
    const bucket = await openBucketOf(services, job);
    const outcome = await slice.work(bucket);
    await slice.report();
    if (outcome === 'more') await jobs.enqueue(db, storageWork, { jobId });
    if (outcome === 'ended') await endJob(services, jobId);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await slice.report();
    await moveJob(db, jobId, ['listing', 'running'], 'failed', `${error.code}: ${error.message}`);
  }
  await announce(services, jobId);
}

async function openBucketOf({ db, secrets, buckets }: Services, job: JobRow): Promise<Bucket> {
  const connector = await findConnectorById(db, job.connectorId);
  if (!connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
  if (connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
  return openBucket(buckets, openS3Target(secrets, connector));
}

async function endJob({ db }: Services, jobId: string): Promise<void> {
  const { failed } = await countJob(db, jobId);
  await moveJob(db, jobId, ['running'], failed > 0 ? 'failed' : 'done');
}

async function announce({ db, events }: Services, jobId: string): Promise<void> {
  const job = await findJobById(db, jobId);
  if (!job) return;
  const { projectId, connectorId, state, done, total } = job;
  const event = { type: 'storage.job' as const, projectId, connectorId, jobId, state, done, total };
  await events.publish(db, { projectId }, event);
}

type Outcome = 'ended' | 'more' | 'stopped';

/** One slice: finds objects, then works on them, and tells now and then how far it is. */
function createSlice(services: Services, parts: Parts, job: JobRow, signal: AbortSignal) {
  const { changes, texts } = parts;
  const { db } = services;
  const end = Date.now() + SLICE_MS;
  let ticked = Date.now();
  let turns: Turn[] = [];

  async function report(): Promise<void> {
    const passed = turns;
    turns = [];
    await countJob(db, job.id);
    const place = { projectId: job.projectId, connectorId: job.connectorId };
    const written = passed.flatMap((turn) => turn.written ?? []);
    const removed = passed.flatMap((turn) => turn.removed ?? []);
    if (passed.length > 0) await changes.note(db, place, { written, removed });
    await announce(services, job.id);
  }

  /** True when somebody cancelled it, or its instance stops. */
  async function tick(): Promise<boolean> {
    signal.throwIfAborted();
    if (Date.now() - ticked < TICK_MS) return false;
    ticked = Date.now();
    await report();
    const now = await findJobById(db, job.id);
    return now?.state !== 'listing' && now?.state !== 'running';
  }

  async function work(bucket: Bucket): Promise<Outcome> {
    if (job.state === 'listing') {
      if ((await findObjects(db, bucket, job, tick)) === 'stopped') return 'stopped';
      if (!(await moveJob(db, job.id, ['listing'], 'running'))) return 'stopped';
    }
    for (let after = 0; Date.now() < end;) {
      const items = await listOpenItems(db, job.id, after, BATCH);
      if (items.length === 0) return 'ended';
      after = items.at(-1)?.number ?? after;
      const outcome = isForGood(job)
        ? await deleteForGood(bucket, items)
        : await workInLanes(bucket, items);
      if (outcome === 'stopped') return 'stopped';
    }
    return 'more';
  }

  async function workInLanes(bucket: Bucket, items: JobItem[]): Promise<'passed' | 'stopped'> {
    const queue = items.values();
    let silent = 0;
    let stopped = false;
    const lane = async () => {
      for (const item of queue) {
        if (stopped) return;
        try {
          turns.push(await workOn(bucket, item));
          silent = 0;
        } catch (error) {
          const failure = await noteFailure(item, error);
          silent = isAway(failure) ? silent + 1 : 0;
          if (silent >= PATIENCE) throw failure;
        }
        stopped ||= await tick();
      }
    };
    // All lanes come to rest before anything is told: a lane that fails stops the others.
    const lanes = Array.from({ length: job.kind === 'replace' ? TEXT_LANES : LANES }, () =>
      lane().catch((error: unknown) => {
        stopped = true;
        return error;
      }),
    );
    const failure = (await Promise.all(lanes)).find((error) => error !== undefined);
    if (failure) throw failure;
    return stopped ? 'stopped' : 'passed';
  }

  function workOn(bucket: Bucket, item: JobItem): Promise<Turn> {
    const work = { db, bucket, job, signal };
    return job.kind === 'replace'
      ? rewriteObject({ ...work, texts }, item)
      : workOnObject(work, item);
  }

  async function noteFailure(item: JobItem, error: unknown): Promise<Failure> {
    if (!(error instanceof Failure)) throw error;
    const { code, message } = error;
    await saveItem(db, job.id, { ...(await asStored(item)), state: 'failed' }, { code, message });
    return error;
  }

  /** The turn may have come further than the item it began with. */
  async function asStored(item: JobItem): Promise<JobItem> {
    const [stored] = await listOpenItems(db, job.id, item.number - 1, 1);
    return stored?.number === item.number ? stored : item;
  }

  async function deleteForGood(bucket: Bucket, items: JobItem[]): Promise<'passed' | 'stopped'> {
    const refused = await deleteItems(bucket, items);
    const gone = items.filter(({ source }) => !refused.has(source));
    await db.transaction(async (tx) => {
      await saveItemsDone(
        tx,
        job.id,
        gone.map(({ number }) => number),
      );
      await deleteTrash(
        tx,
        gone.flatMap(({ trashId }) => trashId ?? []),
      );
    });
    for (const item of items.filter(({ source }) => refused.has(source))) {
      const message = refused.get(item.source) ?? '';
      await saveItem(
        db,
        job.id,
        { ...item, state: 'failed' },
        { code: 'E_UPSTREAM_FAILED', message },
      );
    }
    turns.push(...gone.flatMap(({ source, versionId }) => (versionId ? [] : { removed: source })));
    return (await tick()) ? 'stopped' : 'passed';
  }

  /** What people delete for good stays a version where the bucket keeps them; the trash does not. */
  async function deleteItems(bucket: Bucket, items: JobItem[]): Promise<Map<string, string>> {
    const paths = items.flatMap(({ source, versionId }) => (versionId === null ? source : []));
    if (job.kind !== 'purge') return deleteObjects(bucket, paths, signal);
    const versions = items.flatMap(({ source: path, versionId }) =>
      versionId === null ? [] : { path, versionId },
    );
    return new Map([
      ...(await deleteWithVersions(bucket, paths, signal)),
      ...(await deleteOldVersions(bucket, versions, signal)),
    ]);
  }

  return { work, report };
}

function isForGood({ kind, permanent }: JobRow): boolean {
  return kind === 'purge' || (kind === 'delete' && permanent);
}

function isAway({ code }: Failure): boolean {
  return code === 'E_UPSTREAM_UNREACHABLE' || code === 'E_UPSTREAM_AUTH';
}
