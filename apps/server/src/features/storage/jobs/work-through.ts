import { Failure } from '@causeway/contract/errors.ts';
import { owning } from '#platform/connectors/storage/ownership.ts';
import { deleteTrash } from '#platform/connectors/storage/trash/entries.ts';
import { deleteOldVersions, deleteWithVersions } from '#platform/connectors/storage/versions.ts';
import { changedSince, deleteObjects, type Refusal } from '#platform/connectors/storage/write.ts';
import { listTouched } from '../bucket-index/own-writes.ts';
import { rewriteObject } from '../replace/rewrite-object.ts';
import type { Texts } from '../replace/texts.ts';
import type { Work } from './make-room.ts';
import { findOpenItem, type JobItem, type JobRow, saveItem, saveItemsDone } from './queries.ts';
import { type Turn, workOnObject } from './work-on-object.ts';

const LANES = 8;
/** Texts are held in memory while they are worked on. */
const TEXT_LANES = 3;
/** So many in a row without an answer: the bucket is away, and trying all the others takes for ever. */
const PATIENCE = 16;

/** What the steps need to know of the job they belong to. */
export type Walk = {
  work: Work;
  texts: Texts;
  /** Hears of every turn as it ends. */
  onTurn(turn: Turn): void;
  /** True when the job is to stop here. */
  hasToStop(): Promise<boolean>;
};

/** Works on some objects of a job, each to its end. How jobs are taken and ended is not known here. */
export function workThrough(walk: Walk, items: JobItem[]): Promise<'passed' | 'stopped'> {
  return isForGood(walk.work.job) ? deleteForGood(walk, items) : workInLanes(walk, items);
}

async function workInLanes(walk: Walk, items: JobItem[]): Promise<'passed' | 'stopped'> {
  const queue = items.values();
  let silent = 0;
  let stopped = false;
  const lane = async () => {
    for (const item of queue) {
      if (stopped) return;
      try {
        walk.onTurn(await workOn(walk, item));
        silent = 0;
      } catch (error) {
        const failure = await noteFailure(walk, item, error);
        silent = isAway(failure) ? silent + 1 : 0;
        if (silent >= PATIENCE) throw failure;
      }
      stopped ||= await walk.hasToStop();
    }
  };
  // All lanes come to rest before anything is told: a lane that fails stops the others.
  const count = walk.work.job.kind === 'replace' ? TEXT_LANES : LANES;
  const lanes = Array.from({ length: count }, () =>
    lane().catch((error: unknown) => {
      stopped = true;
      return error;
    }),
  );
  const failure = (await Promise.all(lanes)).find((error) => error !== undefined);
  if (failure) throw failure;
  return stopped ? 'stopped' : 'passed';
}

function workOn({ work, texts }: Walk, item: JobItem): Promise<Turn> {
  if (work.job.kind !== 'replace') return workOnObject(work, item);
  return owning(work, [item.source], async (signal) => {
    const current = await findOpenItem(work.db, work.job.id, item.number);
    return current ? rewriteObject({ ...work, texts, signal }, current) : {};
  });
}

async function noteFailure({ work }: Walk, item: JobItem, error: unknown): Promise<Failure> {
  const { db, job, signal } = work;
  // Nothing is wrong with an object whose turn was cut short: it waits for the next one.
  if (!(error instanceof Failure) || signal.aborted) throw error;
  const { code, message } = error;
  // The turn may have come further than the item it began with.
  const current = await findOpenItem(db, job.id, item.number);
  if (current) await saveItem(db, job.id, { ...current, state: 'failed' }, { code, message });
  return error;
}

async function deleteForGood(walk: Walk, items: JobItem[]): Promise<'passed' | 'stopped'> {
  const { work } = walk;
  const { db, job } = work;
  const paths = items.map(({ source }) => source);
  await owning(work, paths, async (signal) => {
    const refused = await deleteItems({ ...work, signal }, items);
    const gone = items.filter(({ source }) => !refused.has(source));
    const removed = gone.flatMap(({ source, versionId }) => (versionId ? [] : source));
    await db.transaction(async (tx) => {
      const numbers = gone.map(({ number }) => number);
      await saveItemsDone(tx, job.id, numbers);
      const trashIds = gone.flatMap(({ trashId }) => trashId ?? []);
      await deleteTrash(tx, trashIds);
      await work.index(tx, { removed });
    });
    for (const item of items.filter(({ source }) => refused.has(source))) {
      await saveItem(db, job.id, { ...item, state: 'failed' }, refused.get(item.source));
    }
    for (const path of removed) walk.onTurn({ removed: path });
  });
  return (await walk.hasToStop()) ? 'stopped' : 'passed';
}

/** What people delete for good stays a version where the bucket keeps them; the trash does not. */
async function deleteItems(work: Work, items: JobItem[]): Promise<Map<string, Refusal>> {
  const { bucket, job, signal } = work;
  if (job.kind !== 'purge') return deleteListed(work, items);
  const paths = items.flatMap(({ source, versionId }) => (versionId === null ? source : []));
  const versions = items.flatMap(({ source: path, versionId }) =>
    versionId === null ? [] : { path, versionId },
  );
  return new Map([
    ...(await deleteWithVersions(bucket, paths, signal)),
    ...(await deleteOldVersions(bucket, versions, signal)),
  ]);
}

/** What came to its path after the job had listed it was not meant, whether the store can tell or not. */
async function deleteListed(
  { db, bucket, job, signal }: Work,
  items: JobItem[],
): Promise<Map<string, Refusal>> {
  const touched = await listTouched(db, job, items);
  const refused = new Map(touched.map((path) => [path, changedSince()]));
  const doomed = items
    .filter(({ source }) => !refused.has(source))
    .map(({ source: path, etag }) => ({ path, etag }));
  return new Map([...refused, ...(await deleteObjects(bucket, doomed, signal))]);
}

function isForGood({ kind, permanent }: JobRow): boolean {
  return kind === 'purge' || (kind === 'delete' && permanent);
}

function isAway({ code }: Failure): boolean {
  return code === 'E_UPSTREAM_UNREACHABLE' || code === 'E_UPSTREAM_AUTH';
}
