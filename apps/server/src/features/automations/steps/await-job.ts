import { setTimeout as sleep } from 'node:timers/promises';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { errorCode, Failure } from '@causeway/contract/errors.ts';
import { exportRecord, exportRoutes } from '@causeway/contract/exports.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import { importRecord } from '@causeway/contract/imports/records.ts';
import { bucketIndex, bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { storageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import type { Acting } from '#platform/operations/acting.ts';
import { EndedBadly } from '../engine/executor.ts';

/** Where a job stands: still at it, ended well with what its step gives, or badly. */
type Standing = 'going' | { output: unknown } | { failure: Failure };

type Job = {
  /** By what its operation answers, and each look at it. */
  standing(answer: unknown): Standing;
  look(client: Acting, about: About): Promise<unknown>;
};

type About = { answer: unknown; connector: { id: string }; signal: AbortSignal };

const anImport = {
  look: (client: Acting, { answer, connector, signal }: About) => {
    const params = { importId: importRecord.parse(answer).id };
    return client.call(importRoutes.show, { params, query: { connector } }, { signal });
  },
};

const ofStorage: Job = {
  standing: standingOfStorageJob,
  look: (client, { answer, connector, signal }) => {
    const params = { jobId: storageJob.parse(answer).id };
    return client.call(storageJobRoutes.read, { params, query: { connector } }, { signal });
  },
};

/**
 * Some operations only begin what they are about. The step that asked for it is over when that is:
 * what follows may use it, and what fails fails its run. Each of them writes in one transaction, so that
 * the same key finds the same job again.
 */
export const jobOf: ReadonlyMap<string, Job> = new Map([
  [
    'exports.create',
    {
      standing: standingOfExport,
      look: (client, { answer, connector, signal }) => {
        const params = { exportId: exportRecord.parse(answer).id };
        return client.call(exportRoutes.show, { params, query: { connector } }, { signal });
      },
    },
  ],
  ['imports.analyse', { standing: standingOfAnalysis, ...anImport }],
  ['imports.run', { standing: standingOfImport, ...anImport }],
  [
    'bucketIndex.refresh',
    {
      standing: standingOfIndex,
      look: (client, { connector, signal }) =>
        client.call(bucketIndexRoutes.read, { query: { connector } }, { signal }),
    },
  ],
  ...[
    'storageJobs.transfer',
    'storageJobs.remove',
    'storageJobs.resume',
    'storageJobs.undo',
    'storageJobs.restore',
    'storageJobs.purge',
    'storageDeleted.restore',
    'storageReplace.run',
  ].map((name): [string, Job] => [name, ofStorage]),
]);

/** An answer is remembered for a day; what began earlier is asked about while there is time left. */
const FOUND_AGAIN_MS = 20 * 3_600_000;

/** Whether its job is found again, rather than begun a second time. */
export function isFoundAgain(operation: string, begunAt: number): boolean {
  return jobOf.has(operation) && Date.now() - begunAt < FOUND_AGAIN_MS;
}

type Begun = {
  job: Job;
  client: Acting;
  connector: { id: string };
  signal: AbortSignal;
  /** How many of this step have ended badly before. */
  endings: number;
  isAskedFor: boolean;
};

/**
 * While nothing is known of its end the job is asked for under the same key, whatever became of the
 * answer or of the process that waited for it. Once it has ended badly, the next attempt begins
 * another. Who was asked and wants it tried again means that at once.
 */
export async function awaitJob(
  begin: (endings: number) => Promise<unknown>,
  { job, client, connector, signal, endings, isAskedFor }: Begun,
): Promise<unknown> {
  let answer = await begin(endings);
  const look = () => job.look(client, { answer, connector, signal });
  let standing = isAskedFor ? job.standing(await look()) : job.standing(answer);
  let ended = endings;
  if (isAskedFor && standing !== 'going' && 'failure' in standing) {
    ended += 1;
    answer = await begin(ended);
    standing = job.standing(answer);
  }
  // Less often the longer it takes.
  for (
    let rest = SHORTEST_LOOK_MS;
    standing === 'going';
    rest = Math.min(LONGEST_LOOK_MS, rest * 1.2)
  ) {
    await sleep(rest, undefined, { signal });
    standing = job.standing(await look());
  }
  if ('failure' in standing) throw new EndedBadly(standing.failure, ended + 1);
  return standing.output;
}

const SHORTEST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2_000;

function standingOfExport(answer: unknown): Standing {
  const record = exportRecord.parse(answer);
  const { state } = record;
  if (state === 'queued' || state === 'running') return 'going';
  if (state === 'done' || state === 'ready') return { output: record };
  return badly(record.error, runMessage('exportCancelled'));
}

function standingOfImport(answer: unknown): Standing {
  const record = importRecord.parse(answer);
  const { state } = record;
  if (state === 'queued' || state === 'running') return 'going';
  if (state === 'done' || state === 'checked') return { output: record };
  if (state === 'cancelled') return badly(null, runMessage('importCancelled'));
  const rows = record.result?.rejected ?? 0;
  return badly(record.error, runMessage('importRefused', { rows }));
}

function standingOfAnalysis(answer: unknown): Standing {
  const record = importRecord.parse(answer);
  const { analysis } = record;
  if (analysis?.state === 'running') return 'going';
  if (analysis?.state !== 'failed') return { output: record };
  return badly(null, analysis.error ?? runMessage('failed'));
}

function standingOfIndex(answer: unknown): Standing {
  const index = bucketIndex.parse(answer);
  if (index.state === 'crawling') return 'going';
  if (index.state !== 'failed') return { output: index };
  return badly(null, index.failure ?? runMessage('failed'));
}

function standingOfStorageJob(answer: unknown): Standing {
  const job = storageJob.parse(answer);
  if (job.state === 'listing' || job.state === 'running') return 'going';
  if (job.state === 'done') return { output: job };
  if (job.state === 'cancelled') return badly(null, runMessage('storageJobCancelled'));
  const { failed, total, failures } = job;
  const told =
    failures.map(({ path, message }) => `${path}: ${message}`).at(0) ?? runMessage('failed');
  const message = runMessage('storageJobFailed', { failed, total, told });
  return badly({ code: failures[0]?.code ?? '', message }, message);
}

function badly(error: { code: string; message: string } | null, otherwise: string): Standing {
  const code = errorCode.safeParse(error?.code).data ?? 'E_RUN_STATE';
  return { failure: new Failure(code, error?.message ?? otherwise) };
}
