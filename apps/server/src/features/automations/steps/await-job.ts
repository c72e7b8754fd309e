import { setTimeout as sleep } from 'node:timers/promises';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { errorCode, Failure } from '@causeway/contract/errors.ts';
import { exportRecord, exportRoutes } from '@causeway/contract/exports.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import { type ImportRecord, importRecord } from '@causeway/contract/imports/records.ts';
import { storageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import type { Acting } from '#platform/operations/acting.ts';

type Begun = {
  /** What the operation answered: the job as it was then. */
  answer: unknown;
  connector: { id: string };
  client: Acting;
  signal: AbortSignal;
};

/**
 * Some operations only begin what they are about. The step that asked for it is over when that is:
 * what follows may use it, and what fails fails its run.
 */
export const awaitJobOf: ReadonlyMap<string, (begun: Begun) => Promise<unknown>> = new Map([
  ['exports.create', awaitExport],
  ['imports.analyse', awaitAnalysis],
  ['imports.run', awaitImport],
  ...[
    'storageJobs.transfer',
    'storageJobs.remove',
    'storageJobs.resume',
    'storageJobs.undo',
    'storageJobs.restore',
    'storageJobs.purge',
    'storageDeleted.restore',
    'storageReplace.run',
  ].map((name) => [name, awaitStorageJob] as const),
]);

async function awaitExport({ answer, connector, client, signal }: Begun): Promise<unknown> {
  const first = exportRecord.parse(answer);
  const about = { params: { exportId: first.id }, query: { connector } };
  const record = await lookUntil(first, {
    isGoing: ({ state }) => state === 'queued' || state === 'running',
    look: () => client.call(exportRoutes.show, about, { signal }),
    signal,
  });
  if (record.state === 'done' || record.state === 'ready') return record;
  throw failureOf(record.error, runMessage('exportCancelled'));
}

async function awaitImport(begun: Begun): Promise<unknown> {
  const record = await lookAtImport(
    begun,
    ({ state }) => state === 'queued' || state === 'running',
  );
  if (record.state === 'done' || record.state === 'checked') return record;
  if (record.state === 'cancelled') throw failureOf(null, runMessage('importCancelled'));
  const rows = record.result?.rejected ?? 0;
  throw failureOf(record.error, runMessage('importRefused', { rows }));
}

async function awaitAnalysis(begun: Begun): Promise<unknown> {
  const record = await lookAtImport(begun, ({ analysis }) => analysis?.state === 'running');
  if (record.analysis?.state !== 'failed') return record;
  throw failureOf(null, record.analysis.error ?? runMessage('failed'));
}

function lookAtImport(
  { answer, connector, client, signal }: Begun,
  isGoing: (record: ImportRecord) => boolean,
) {
  const first = importRecord.parse(answer);
  const about = { params: { importId: first.id }, query: { connector } };
  const look = () => client.call(importRoutes.show, about, { signal });
  return lookUntil(first, { isGoing, look, signal });
}

async function awaitStorageJob({ answer, connector, client, signal }: Begun): Promise<unknown> {
  const first = storageJob.parse(answer);
  const about = { params: { jobId: first.id }, query: { connector } };
  const job = await lookUntil(first, {
    isGoing: ({ state }) => state === 'listing' || state === 'running',
    look: () => client.call(storageJobRoutes.read, about, { signal }),
    signal,
  });
  if (job.state === 'done') return job;
  if (job.state === 'cancelled') throw failureOf(null, runMessage('storageJobCancelled'));
  const { failed, total, failures } = job;
  const told =
    failures.map(({ path, message }) => `${path}: ${message}`).at(0) ?? runMessage('failed');
  const message = runMessage('storageJobFailed', { failed, total, told });
  throw failureOf({ code: failures[0]?.code ?? '', message }, message);
}

function failureOf(error: { code: string; message: string } | null, otherwise: string): Failure {
  const code = errorCode.safeParse(error?.code).data ?? 'E_RUN_STATE';
  return new Failure(code, error?.message ?? otherwise);
}

const SHORTEST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2_000;

/** Less often the longer it takes. */
async function lookUntil<Job>(
  first: Job,
  how: { isGoing(job: Job): boolean; look(): Promise<Job>; signal: AbortSignal },
): Promise<Job> {
  let job = first;
  for (
    let rest = SHORTEST_LOOK_MS;
    how.isGoing(job);
    rest = Math.min(LONGEST_LOOK_MS, rest * 1.2)
  ) {
    await sleep(rest, undefined, { signal: how.signal });
    job = await how.look();
  }
  return job;
}
