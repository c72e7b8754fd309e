import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import { findConnectorById, openS3Target } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { growIndex } from '../bucket-index/own-writes.ts';
import { recountIndex } from '../bucket-index/queries.ts';
import type { Changes } from '../changes.ts';
import type { Texts } from '../replace/texts.ts';
import { findObjects } from './find-objects.ts';
import { countJob, findJobById, type JobRow, listOpenItems, moveJob } from './queries.ts';
import { settleTargets } from './settle-targets.ts';
import { type Walk, workThrough } from './work-through.ts';

/** Work in the queue: one slice of a job. A job that needs longer than a slice calls for the next. */
export const storageWork = { name: 'storage.work', data: z.object({ jobId: z.uuid() }) };

const SLICE_MS = 5 * 60_000;
const TICK_MS = 700;
const BATCH = 500;

type Parts = { changes: Changes; texts: Texts };

export function defineStorageWork(services: Services, parts: Parts): void {
  services.jobs.define({
    ...storageWork,
    retries: 10,
    concurrency: 4,
    perPerson: 2,
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
  const { failed, connectorId } = await countJob(db, jobId);
  await recountIndex(db, connectorId);
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
  let changed: string[] = [];
  let grown = { count: 0, bytes: 0 };

  async function report(): Promise<void> {
    const [paths, growth] = [changed, grown];
    changed = [];
    grown = { count: 0, bytes: 0 };
    await growIndex(db, job.connectorId, growth);
    await countJob(db, job.id);
    const place = { projectId: job.projectId, connectorId: job.connectorId };
    if (paths.length > 0) await changes.tell(db, place, paths);
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
      if (!(await beginWork(services, job))) return 'stopped';
    }
    const walk: Walk = {
      work: {
        db,
        bucket,
        job,
        signal,
        index: async (tx, change) => {
          const { count, bytes } = await changes.index(tx, job.connectorId, change);
          grown = { count: grown.count + count, bytes: grown.bytes + bytes };
        },
      },
      texts,
      onTurn: ({ written, removed }) => {
        if (written) changed.push(written.path);
        if (removed !== undefined) changed.push(removed);
      },
      hasToStop: tick,
    };
    for (let after = 0; Date.now() < end;) {
      const items = await listOpenItems(db, job.id, after, BATCH);
      if (items.length === 0) return 'ended';
      after = items.at(-1)?.number ?? after;
      if ((await workThrough(walk, items)) === 'stopped') return 'stopped';
    }
    return 'more';
  }

  return { work, report };
}

/** All objects are known: where they go is decided before the first is touched. */
function beginWork({ db }: Services, job: JobRow): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOurs = await moveJob(tx, job.id, ['listing'], 'running');
    if (isOurs) await settleTargets(tx, job);
    return isOurs;
  });
}
