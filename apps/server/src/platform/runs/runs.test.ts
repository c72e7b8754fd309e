import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Failure } from '@causeway/contract/errors.ts';
import { type Database, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProcesses, type Processes } from '#platform/processes/processes.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import type { Run, RunKind, Working } from './run.ts';
import { createRuns, type Runs } from './runs.ts';

let projectId: string;
const stops: (() => Promise<void>)[] = [];

const server = await startTestServer();
const ann = await createUser(server.services.db);
const bea = await createUser(server.services.db);
beforeAll(async () => {
  ({ id: projectId } = await createProject(server.services.db, { owner: ann, editor: bea }));
});
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  await server.stop();
});
let kind: string;
beforeEach(() => {
  kind = `test-${crypto.randomUUID()}`;
});

const LOOKS_FOR_RUNS = 'with busy';
const TELLS_PROGRESS = 'with told';

/** A database that is asked what begins so only when the test lets it. */
function withGate(db: Database, beginning = LOOKS_FOR_RUNS) {
  let open: () => void = () => {};
  let gate = Promise.resolve();
  let waiting = 0;
  const gated: Database = {
    ...db,
    query: async (statement) => {
      if (statement.text.startsWith(beginning)) {
        waiting += 1;
        await gate;
      }
      return db.query(statement);
    },
  };
  return {
    db: gated,
    waiting: () => waiting,
    close: () => {
      waiting = 0;
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    open: () => open(),
  };
}

type Told = { runs: Runs; processes: Processes; started: string[]; signals: Map<string, Working> };

/** A heartbeat or two, on a busy machine. */
const patient = { timeout: 30_000 };

/** An instance of its own on the same database, whose runs end when the test lets them. */
async function startWorker(
  more: Partial<RunKind> & { work?: RunKind['step'] } = {},
  db = server.services.db,
): Promise<Told> {
  const { events, logger } = server.services;
  const processes = createProcesses(db, logger);
  const runs = createRuns({ db, events, processes, logger });
  const told: Told = { runs, processes, started: [], signals: new Map() };
  const { work = untilStopped, ...rest } = more;
  runs.define({
    kind,
    places: 2,
    perPerson: 2,
    perProject: 2,
    recover: async () => 'again',
    ...rest,
    step: async (run, working) => {
      told.started.push(run.subjectId);
      told.signals.set(run.subjectId, working);
      return work(run, working);
    },
  });
  await processes.start();
  runs.start();
  stops.push(async () => {
    await runs.stop();
    await processes.stop();
  });
  return told;
}

function untilStopped(_run: Run, { signal }: Working): Promise<'ended'> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

async function enqueue(by: TestUser, runs = server.services.runs): Promise<string> {
  const subjectId = crypto.randomUUID();
  const run = { kind, subjectId, projectId, connectorId: null, userId: by.id, title: 'Test' };
  await server.services.db.transaction((tx) => runs.enqueue(tx, run));
  return subjectId;
}

function stateOf(subjectId: string) {
  return readRow<{ state: string; outcome: string | null; error: { code: string } | null }>(
    server.services.db,
    sql`select state, outcome, error from runs where subject_id = ${subjectId}`,
  );
}

test('what was started is taken by an instance, done once, and told how it ended', async () => {
  const ends: string[] = [];
  const { started } = await startWorker({
    work: async () => 'ended',
    ended: async (_tx, run, { outcome }) => void ends.push(`${run.subjectId} ${outcome}`),
  });
  const subject = await enqueue(ann);
  await expect
    .poll(() => stateOf(subject), patient)
    .toMatchObject({ state: 'ended', outcome: 'done' });
  expect(started).toEqual([subject]);
  expect(ends).toEqual([`${subject} done`]);
});

test('one person’s many runs leave a place for another person’s one', async () => {
  const { started } = await startWorker({ places: 2, perPerson: 1 });
  const first = await enqueue(ann);
  await expect.poll(() => started, patient).toEqual([first]);
  for (let more = 0; more < 5; more += 1) await enqueue(ann);
  const other = await enqueue(bea);
  await expect.poll(() => started, patient).toEqual([first, other]);
});

test('a failure is written down with its code, a fault without its inside', async () => {
  const { started } = await startWorker({
    work: async ({ subjectId }) => {
      if (subjectId === started[0]) throw new Failure('E_TABLE_NOT_FOUND', 'No such table.');
      throw new Error('inside');
    },
  });
  const one = await enqueue(ann);
  await expect.poll(() => stateOf(one), patient).toMatchObject({ outcome: 'failed' });
  const two = await enqueue(ann);
  await expect.poll(() => stateOf(two), patient).toMatchObject({ outcome: 'failed' });
  expect((await stateOf(one)).error).toMatchObject({ code: 'E_TABLE_NOT_FOUND' });
  expect((await stateOf(two)).error).toMatchObject({ code: 'E_INTERNAL' });
});

test('what is cancelled while it waits never begins; what runs hears of it and stops', async () => {
  const { runs, started } = await startWorker({ places: 1 });
  const running = await enqueue(ann);
  const waiting = await enqueue(ann);
  await expect.poll(() => started, patient).toEqual([running]);
  for (const subject of [waiting, running]) {
    await server.services.db.transaction((tx) => runs.cancel(tx, kind, subject));
  }
  await expect.poll(() => stateOf(running), patient).toMatchObject({ outcome: 'cancelled' });
  expect(await stateOf(waiting)).toMatchObject({ state: 'ended', outcome: 'cancelled' });
  expect(started).toEqual([running]);
});

test('what is asked for anew right after it was cancelled begins again', async () => {
  const { runs, started } = await startWorker({ places: 1 });
  const subjectId = await enqueue(ann);
  await expect.poll(() => started, patient).toEqual([subjectId]);
  const run = { kind, subjectId, projectId, connectorId: null, userId: ann.id, title: 'Test' };
  await server.services.db.transaction(async (tx) => {
    await runs.cancel(tx, kind, subjectId);
    await runs.enqueue(tx, run);
  });
  await expect.poll(() => started, patient).toEqual([subjectId, subjectId]);
  expect(await stateOf(subjectId)).toMatchObject({ state: 'running' });
});

test('what is heard late of one slice of a run does not break off the next slice', async () => {
  let ended = () => {};
  const slice = new Promise<'more'>((resolve) => {
    ended = () => resolve('more');
  });
  const gate = withGate(server.services.db, TELLS_PROGRESS);
  gate.close();
  const { started, signals } = await startWorker(
    { work: (run, working) => (started.length === 1 ? slice : untilStopped(run, working)) },
    gate.db,
  );
  const subject = await enqueue(ann);
  await expect.poll(() => gate.waiting(), patient).toBeGreaterThan(0);
  ended();
  await expect.poll(() => started, patient).toEqual([subject, subject]);
  const next = signals.get(subject);
  const before = gate.waiting();
  gate.open();
  await expect.poll(() => gate.waiting(), patient).toBeGreaterThan(before);
  expect(next?.signal.aborted).toBe(false);
});

test('an instance that stops hands its runs to the next one', async () => {
  const leaving = await startWorker();
  const subject = await enqueue(ann);
  await expect.poll(() => leaving.started, patient).toEqual([subject]);
  await leaving.runs.stop();
  expect(await stateOf(subject)).toMatchObject({ state: 'queued' });
  const coming = await startWorker({ work: async () => 'ended' });
  await expect.poll(() => stateOf(subject), patient).toMatchObject({ outcome: 'done' });
  expect(coming.started).toEqual([subject]);
});

test('an instance that stops while it looks for work takes none', async () => {
  const gate = withGate(server.services.db);
  const leaving = await startWorker({}, gate.db);
  const first = await enqueue(ann);
  await expect.poll(() => leaving.started, patient).toEqual([first]);
  gate.close();
  const second = await enqueue(ann);
  await expect.poll(() => gate.waiting(), patient).toBeGreaterThan(0);
  const stopped = leaving.runs.stop();
  await expect.poll(() => stateOf(first), patient).toMatchObject({ state: 'queued' });
  gate.open();
  await stopped;
  for (const subject of [first, second]) {
    expect(await stateOf(subject)).toMatchObject({ state: 'queued' });
  }
  expect(leaving.started).toEqual([first]);
});

test('an instance has no more runs at once than places, however many come at the same moment', async () => {
  let running = 0;
  let most = 0;
  await startWorker({
    places: 1,
    perPerson: 9,
    perProject: 9,
    work: async ({ subjectId }) => {
      running += 1;
      most = Math.max(most, running);
      await stateOf(subjectId);
      running -= 1;
      return 'ended';
    },
  });
  const subjects = await Promise.all(Array.from({ length: 9 }, () => enqueue(ann)));
  await expect
    .poll(async () => (await Promise.all(subjects.map(stateOf))).map(({ outcome }) => outcome), {
      timeout: 30_000,
    })
    .toEqual(subjects.map(() => 'done'));
  expect(most).toBe(1);
});

test('a run of a lost process is taken over, and what the lost one still writes does not count', async () => {
  let release: (how: 'ended') => void = () => {};
  const late = new Promise<'ended'>((resolve) => {
    release = resolve;
  });
  const asleep = await startWorker({ work: () => late });
  const subject = await enqueue(ann);
  await expect.poll(() => asleep.started, patient).toEqual([subject]);

  const other = await startWorker();
  await asleep.processes.stop();
  await expect.poll(() => other.started, patient).toEqual([subject]);
  release('ended');
  await asleep.runs.stop();
  expect(await stateOf(subject)).toMatchObject({ state: 'running' });
});

test('nothing is begun twice by two instances that look at the same moment', async () => {
  const one = await startWorker({
    work: async () => 'ended',
    places: 5,
    perPerson: 50,
    perProject: 50,
  });
  const two = await startWorker({
    work: async () => 'ended',
    places: 5,
    perPerson: 50,
    perProject: 50,
  });
  const subjects = await Promise.all(Array.from({ length: 30 }, () => enqueue(ann)));
  await expect
    .poll(
      async () =>
        (await Promise.all(subjects.map(stateOf))).every(({ outcome }) => outcome === 'done'),
      patient,
    )
    .toBe(true);
  expect([...one.started, ...two.started].toSorted()).toEqual(subjects.toSorted());
});
