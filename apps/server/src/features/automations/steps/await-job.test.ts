import { expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import type { Acting } from '#platform/operations/acting.ts';
import type { Operation } from '#platform/operations/operation.ts';
import { settleDoubts } from '../engine/doubts.ts';
import { type Entry, foldEntries } from '../engine/entries.ts';
import { effectOfRepeating, type Executors } from '../engine/executor.ts';
import { makePlan } from '../engine/plan.ts';
import { runPlan } from '../engine/run-plan.ts';
import type { Running } from '../engine/running.ts';
import { lightSteps } from './light.ts';
import { createDataSteps } from './data.ts';

const transfer: Operation = {
  ...storageJobRoutes.transfer,
  name: 'storageJobs.transfer',
  route: storageJobRoutes.transfer,
  handler: () => Promise.reject(new Error('It is called by its route.')),
};

const connector = { id: crypto.randomUUID() };

/** Copies files for a run that is taken up from what it noted, as another process would. */
function copying(settings: object = {}) {
  const plan = makePlan(
    definition.parse({
      triggers: [{ kind: 'manual', id: 'start' }],
      nodes: [
        {
          kind: 'operation',
          id: 'copy',
          operation: 'storageJobs.transfer',
          body: { connector, kind: 'copy', items: [{ from: 'a', to: '{{ "b" + 1 }}' }] },
          ...settings,
        },
      ],
      edges: [{ from: 'start', port: 'out', to: 'copy' }],
    }),
  );
  /** By the key each was begun under, with what it was begun with. */
  const jobs = new Map<string, StorageJob & { asked: string }>();
  let looked: (job: StorageJob) => StorageJob['state'] = () => 'done';

  const begin = (key: string, asked: string) => {
    const known = jobs.get(key);
    if (known && known.asked !== asked) throw new Error('The key was used for something else.');
    const job = known ?? { ...aJob(), asked };
    jobs.set(key, job);
    return { ...job, state: 'running' };
  };
  const look = (id: string) => {
    const job = jobs.values().find((one) => one.id === id);
    if (job?.state === 'running') job.state = looked(job);
    return job;
  };
  const client = {
    call: async (
      route: unknown,
      input: { params: { jobId: string }; body: unknown },
      { idempotencyKey = '' }: { idempotencyKey?: string },
    ) =>
      route === storageJobRoutes.transfer
        ? begin(idempotencyKey, JSON.stringify(input.body))
        : look(input.params.jobId),
  } as unknown as Acting;
  const executors = {
    ...lightSteps,
    ...createDataSteps({ act: () => client, findOperation: () => transfer }),
  } as unknown as Executors;

  const journal: Entry[] = [];
  let evaluated = 0;
  async function goOn(stopping = new AbortController()) {
    const doubts = settleDoubts(
      plan,
      foldEntries(journal),
      ({ node }, state) => effectOfRepeating(executors, node, state),
      Date.now(),
    );
    journal.push(...doubts);
    const states = foldEntries(journal);
    const running: Running = {
      plan,
      states,
      identity: {
        id: 'run-of-the-test',
        projectId: 'p',
        workflowId: 'w',
        workflowName: 'w',
        version: 1,
        depth: 0,
      },
      scope: {
        trigger: null,
        steps: {},
        run: { id: 'run-of-the-test', workflow: 'w', version: 1, startedAt: '' },
        vars: {},
      },
      source: 'start',
      executors,
      // Code that gives something else each time, as where it names a file by the time.
      evaluateCodes: (codes) => {
        evaluated += 1;
        return Promise.resolve(new Map(codes.map((code) => [code, `b${evaluated}`])));
      },
      note: (entry) => void journal.push(entry),
      commit: () => Promise.resolve(),
      answer: () => {},
      counters: { steps: 0, calls: 0, rows: 0 },
      kept: { size: 0 },
      signal: stopping.signal,
      isDry: false,
      isPausing: () => false,
    };
    return { ending: await runPlan(running), state: states.get('copy') };
  }

  return {
    jobs,
    journal,
    goOn,
    /** How a look finds one that was at it until then. */
    looksFind: (found: typeof looked) => void (looked = found),
    /** While its job goes on, its process is lost: nothing more of it is noted. */
    lose: async () => {
      const stopping = new AbortController();
      const before = looked;
      looked = (job) => {
        stopping.abort(new Error('The process was killed.'));
        return job.state;
      };
      await expect(goOn(stopping)).rejects.toThrow('The process was killed.');
      looked = before;
    },
  };
}

function aJob(): StorageJob {
  return {
    id: crypto.randomUUID(),
    connectorId: connector.id,
    kind: 'copy',
    state: 'running',
    paths: ['a'],
    pathCount: 1,
    to: 'b',
    done: 0,
    skipped: 0,
    failed: 0,
    total: 1,
    bytesDone: 0,
    bytesTotal: 0,
    failures: [],
    startedBy: null,
    startedById: null,
    createdAt: '2026-01-01T00:00:00Z',
    endedAt: null,
    replaced: null,
    canUndo: false,
    undoes: null,
  };
}

test('AUTO-4 a step whose process is lost while its job goes on waits for the same job in the next one, and asks nobody', async () => {
  const run = copying();
  await run.lose();
  const { ending, state } = await run.goOn();
  expect(ending).toEqual({ kind: 'done' });
  expect(run.jobs.size).toBe(1);
  expect(state).toMatchObject({ attempt: 2, output: { state: 'done' } });
});

test('AUTO-4 a job that failed while nobody waited for it fails its step, and is begun anew only where that is to be tried again', async () => {
  const run = copying();
  await run.lose();
  run.looksFind(() => 'failed');
  expect((await run.goOn()).ending).toMatchObject({ kind: 'failed' });
  expect(run.jobs.size).toBe(1);

  const trying = copying({ retry: { times: 3, seconds: 0 } });
  await trying.lose();
  trying.looksFind(() => (trying.jobs.size < 3 ? 'failed' : 'done'));
  expect((await trying.goOn()).ending).toEqual({ kind: 'done' });
  expect([...trying.jobs.keys()]).toEqual([
    'run-of-the-test:copy',
    'run-of-the-test:copy:1',
    'run-of-the-test:copy:2',
  ]);
});

test('AUTO-4 who is asked about a step and wants it tried again gets another job where that one failed, else the one that goes on', async () => {
  const how = { kind: 'decided', decision: 'retry', by: 'Ada', note: '' } as const;
  for (const [found, jobs] of [
    ['failed', 2],
    ['done', 1],
  ] as const) {
    const run = copying({ inDoubt: 'ask' });
    await run.lose();
    expect((await run.goOn()).ending).toEqual({ kind: 'waiting', due: null });
    run.journal.push({ type: 'resolved', key: 'copy', at: Date.now(), how });
    run.looksFind(() => (run.jobs.size < jobs ? found : 'done'));
    expect((await run.goOn()).ending).toEqual({ kind: 'done' });
    expect(run.jobs.size).toBe(jobs);
  }
});
