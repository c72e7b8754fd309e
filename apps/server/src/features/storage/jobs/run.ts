import { Failure } from '@causeway/contract/errors.ts';
import { actFor } from '#platform/access/act-for.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Run, Working } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { growIndex } from '../bucket-index/own-writes.ts';
import type { Changes } from '../changes.ts';
import type { Texts } from '../replace/texts.ts';
import { findObjects } from './find-objects.ts';
import { countJob, findJobById, type JobRow, listOpenItems, moveJob } from './queries.ts';
import { settleBegun } from './settle-begun.ts';
import { settleTargets } from './settle-targets.ts';
import { type Walk, workThrough } from './work-through.ts';

const SLICE_MS = 5 * 60_000;
const TICK_MS = 700;
const BATCH = 500;

type Parts = { changes: Changes; texts: Texts };

/** A job goes on slice by slice, behind others; one whose server is gone goes on where it was. */
export function defineStorageWork(services: Services, parts: Parts): void {
  services.runs.define({
    kind: 'storage-job',
    places: 4,
    perPerson: 2,
    perProject: 3,
    step: (run, working) => runSlice(services, parts, run, working),
    recover: async () => 'again',
    ended: async (tx, run, { outcome, failure }) => {
      const { subjectId } = run;
      const reason = failure ? `${failure.code}: ${failure.message}` : null;
      // Together with its run: told apart, a job that goes on at once would be left without one.
      if (outcome === 'done') await endJob(tx, subjectId);
      else await moveJob(tx, subjectId, ['listing', 'running'], outcome, reason);
      tx.afterCommit(() => {
        const told = [announce(services, subjectId), settleBegun(services, parts.changes, run)];
        Promise.all(told).catch((error: unknown) => {
          services.logger.warn({ err: error }, 'a job on objects could not tell of itself');
        });
      });
    },
  });
}

async function runSlice(
  services: Services,
  parts: Parts,
  run: Run,
  working: Working,
): Promise<'ended' | 'more'> {
  const { db } = services;
  const job = await findJobById(db, run.subjectId);
  if (!job || (job.state !== 'listing' && job.state !== 'running')) return 'ended';
  const slice = createSlice(services, parts, job, working);
  try {
    const outcome = await slice.work(await openBucketOf(services, run, job));
    return outcome === 'more' ? 'more' : 'ended';
  } finally {
    await slice.report();
  }
}

/** As who started it, if they still may write there. */
async function openBucketOf(
  services: Services,
  run: Run,
  { connectorId }: JobRow,
): Promise<Bucket> {
  const { db, buckets, openedConnectors } = services;
  const { project } = await actFor(db, run, { action: 'storage.write', connectorId });
  const { connector, target } = await openedConnectors.s3(db, project);
  if (connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
  return openBucket(buckets, target);
}

async function endJob(tx: Tx, jobId: string): Promise<void> {
  if (!(await findJobById(tx, jobId))) return;
  const { failed } = await countJob(tx, jobId);
  await moveJob(tx, jobId, ['running'], failed > 0 ? 'failed' : 'done');
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
function createSlice(services: Services, parts: Parts, job: JobRow, working: Working) {
  const { signal } = working;
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
    const { done, total } = await countJob(db, job.id);
    working.tell({ done, total });
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
      const isOver = () => Date.now() >= end;
      const found = await findObjects(db, bucket, job, { hasToStop: tick, isOver });
      if (found !== 'found') return found;
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
