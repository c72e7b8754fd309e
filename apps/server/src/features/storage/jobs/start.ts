import { Failure } from '@causeway/contract/errors.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import type { ClashRule, StorageJob } from '@causeway/contract/storage/jobs.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Runs } from '#platform/runs/runs.ts';
import type { StorageCall } from '../call.ts';
import {
  appendKept,
  appendReversed,
  appendTrash,
  changeClashRule,
  findJob,
  insertJob,
  type JobRow,
  listFailures,
  listFirstPaths,
  moveJob,
  type NewJob,
  reopenItems,
  type Requested,
} from './queries.ts';
import { settleTargets } from './settle-targets.ts';

const MOST_PATHS_TOLD = 5;

type Place = Pick<NewJob, 'projectId' | 'connectorId' | 'by'>;

/** A job, its first slice and its entry in the audit log begin together or not at all. */
export async function startJob(
  tx: Tx,
  runs: Runs,
  call: StorageCall,
  wanted: Omit<NewJob, keyof Place>,
  fill?: (job: JobRow) => Promise<void>,
): Promise<StorageJob> {
  const { user, project } = call.actor;
  const by = { id: user.id, name: user.name };
  const place = { projectId: project.id, connectorId: call.connector.id, by };
  const job = await insertJob(tx, { ...place, ...wanted });
  await fill?.(job);
  if (wanted.isListed) await settleTargets(tx, job);
  await recordAct(tx, call.actor, {
    action: `storage.${wanted.kind}-started`,
    target: call.connector.id,
    details: { jobId: job.id, requested: wanted.requested.slice(0, 20) },
  });
  await runs.enqueue(tx, runOf(job));
  return describeJob(tx, await readJob(tx, job.connectorId, job.id));
}

/** A folder can't go into itself, and an object can't become a folder by a slash too many. */
export function checkTransfers(items: { from: string; to: string }[]): void {
  const problems = items.flatMap(({ from, to }, index) => {
    const problem = problemOf(from, to);
    return problem ? [{ path: `body.items.${index}.to`, message: problem }] : [];
  });
  if (problems.length > 0) {
    throw new Failure('E_VALIDATION', problems[0]?.message, { fields: problems.slice(0, 50) });
  }
}

/** Goes on for who started the job, whoever lets it go on. */
function runOf({ id, projectId, connectorId, startedById, kind, requested }: JobRow) {
  const title = requested[0]?.from ?? kind;
  const about = { kind: 'storage-job', subjectId: id, projectId, connectorId };
  return { ...about, userId: startedById, title };
}

function problemOf(from: string, to: string): string | undefined {
  if (isFolder(from) !== isFolder(to)) return 'A folder stays a folder and an object an object.';
  if (from === to) return 'It is there already.';
  if (isFolder(from) && to.startsWith(from)) return 'A folder can not go into itself.';
  return undefined;
}

export async function cancelJob(tx: Tx, runs: Runs, job: JobRow): Promise<void> {
  // The run first, as where it ends: two that take both in another order would wait for each other.
  await runs.cancel(tx, 'storage-job', job.id);
  await moveJob(tx, job.id, ['listing', 'running'], 'cancelled');
  const { state } = await readJob(tx, job.connectorId, job.id);
  if (job.state === 'cancelled' || state !== 'cancelled') {
    throw new Failure('E_STORAGE_JOB_STATE', 'The job has ended already.');
  }
}

export async function resumeJob(
  tx: Tx,
  runs: Runs,
  job: JobRow,
  onClash: ClashRule | undefined,
): Promise<void> {
  await runs.enqueue(tx, runOf(job));
  const isListed = job.listedRequests >= job.requested.length;
  const to = isListed ? 'running' : 'listing';
  if (!(await moveJob(tx, job.id, ['failed', 'cancelled'], to))) {
    throw new Failure('E_STORAGE_JOB_STATE', 'Only a job that failed or was cancelled can go on.');
  }
  if (onClash) await changeClashRule(tx, job.id, onClash);
  await reopenItems(tx, job.id);
}

/** A move goes back, a copy goes to the trash, what was deleted or replaced comes out of it. */
export async function undoJob(
  tx: Tx,
  runs: Runs,
  call: StorageCall,
  job: JobRow,
): Promise<StorageJob> {
  if (!canUndo(job)) {
    throw new Failure('E_STORAGE_JOB_STATE', 'This job can not be taken back now.');
  }
  const requested: Requested[] = job.requested.map(({ from, to }) => ({
    from: to ?? from,
    to: from,
  }));
  const common = { undoes: job.id, isListed: true, requested };
  if (job.kind === 'delete') {
    return startJob(tx, runs, call, { ...common, kind: 'restore', onClash: 'fail' }, (made) =>
      appendTrash(tx, made, { jobId: job.id }),
    );
  }
  if (job.kind === 'replace') {
    const wanted = { ...common, kind: job.kind, requested: job.requested };
    return startJob(tx, runs, call, { ...wanted, replacement: job.replacement }, (made) =>
      appendKept(tx, made, job),
    );
  }
  const kind = job.kind === 'copy' ? 'delete' : 'move';
  return startJob(tx, runs, call, { ...common, kind }, (made) => appendReversed(tx, made, job));
}

export async function readJob(db: Db, connectorId: string, id: string): Promise<JobRow> {
  const job = await findJob(db, connectorId, id);
  if (!job) throw new Failure('E_STORAGE_JOB_NOT_FOUND');
  return job;
}

export async function describeJob(db: Db, job: JobRow): Promise<StorageJob> {
  const failures = job.failed > 0 ? await listFailures(db, job.id) : [];
  const stop = job.stoppedBy ? [stopOf(job.stoppedBy)] : [];
  const isNamed = job.requested.length > 0;
  const targets = job.requested.map(({ to }) => to);
  return {
    ...job,
    paths: isNamed
      ? job.requested.slice(0, MOST_PATHS_TOLD).map(({ from }) => from)
      : await listFirstPaths(db, job.id, MOST_PATHS_TOLD),
    pathCount: isNamed ? job.requested.length : job.total,
    to: targets.length === 1 ? (targets[0] ?? null) : commonFolder(targets),
    failures: [...stop, ...failures],
    replaced: job.replacement && {
      find: job.replacement.find,
      replaceWith: job.replacement.replaceWith,
    },
    canUndo: canUndo(job),
  };
}

function canUndo(job: JobRow): boolean {
  const hasEnded = job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';
  const isReversible =
    job.kind === 'copy' ||
    job.kind === 'move' ||
    job.kind === 'replace' ||
    (job.kind === 'delete' && !job.permanent);
  return hasEnded && isReversible && job.done > 0 && !job.isUndone && job.undoes === null;
}

function stopOf(stoppedBy: string) {
  const [code = '', ...message] = stoppedBy.split(': ');
  return { path: '', code, message: message.join(': ') };
}

function commonFolder(paths: (string | null)[]): string | null {
  const folders = new Set(paths.map((path) => path?.replace(/[^/]*\/?$/, '') ?? null));
  return folders.size === 1 ? ([...folders][0] ?? null) : null;
}
