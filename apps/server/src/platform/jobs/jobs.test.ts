import { afterAll, beforeAll, expect, test } from 'vitest';
import pino from 'pino';
import { z } from 'zod';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { currentParty, onBehalfOf } from '#platform/limits/party.ts';
import { eventually } from '#testing/eventually.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { createJobs, type Job, type Jobs } from './jobs.ts';

const logger = pino({ level: 'silent' });
let db: Database;
let drop: () => Promise<void>;
const instances: Jobs[] = [];

beforeAll(async () => {
  const database = await createTestDatabase();
  db = openDatabase(database.url, logger);
  drop = database.drop;
});
afterAll(async () => {
  for (const jobs of instances) await jobs.stop();
  await db.close();
  await drop();
});

const data = z.object({ label: z.string() });

async function startWith(jobsToDefine: Job[], { keepsTime = false } = {}): Promise<Jobs> {
  const jobs = createJobs(db, logger, { keepsTime });
  for (const job of jobsToDefine) jobs.define(job);
  await jobs.start({ work: true });
  instances.push(jobs);
  return jobs;
}

test('a job exists exactly when the transaction that called for it commits', async () => {
  const ran: string[] = [];
  const job: Job<typeof data> = {
    name: 'test.commit',
    data,
    run: async ({ label }) => void ran.push(label),
  };
  const jobs = await startWith([job]);
  const failing = db.transaction(async (tx) => {
    await jobs.enqueue(tx, job, { label: 'rolled back' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await db.transaction((tx) => jobs.enqueue(tx, job, { label: 'committed' }));
  await eventually(() => expect(ran).toEqual(['committed']));
});

test('of several instances one takes a job', async () => {
  const ran: string[] = [];
  const job: Job<typeof data> = {
    name: 'test.once',
    data,
    run: async ({ label }) => void ran.push(label),
  };
  const [jobs] = [await startWith([job]), await startWith([job])];
  const labels = Array.from({ length: 20 }, (_, index) => `job ${index}`);
  for (const label of labels) await jobs.enqueue(db, job, { label });
  await eventually(() => expect(ran.toSorted()).toEqual(labels.toSorted()));
});

test('a job that fails is tried again', async () => {
  let tries = 0;
  const job: Job<typeof data> = {
    name: 'test.retry',
    data,
    run: async () => {
      tries += 1;
      if (tries === 1) throw new Error('the first try fails');
    },
  };
  const jobs = await startWith([job]);
  await jobs.enqueue(db, job, { label: 'again' });
  await eventually(() => expect(tries).toBe(2));
});

test('data of another shape is refused when the job is enqueued', async () => {
  const job: Job<typeof data> = { name: 'test.shape', data, run: async () => {} };
  const jobs = await startWith([job]);
  await expect(jobs.enqueue(db, job, { label: 7 } as never)).rejects.toThrow('expected string');
});

test('the work of one person leaves room for that of others, and is done on their behalf', async () => {
  const begun: string[] = [];
  const ending = Promise.withResolvers<void>();
  const job: Job<typeof data> = {
    name: 'test.shares',
    data,
    concurrency: 3,
    perPerson: 1,
    run: async ({ label }) => {
      begun.push(`${label} for ${currentParty().person}`);
      await ending.promise;
    },
  };
  const jobs = await startWith([job]);
  for (const label of ['one', 'two', 'three', 'four']) {
    await onBehalfOf({ person: 'ann' }, () => jobs.enqueue(db, job, { label }));
  }
  await eventually(() => expect(begun).toHaveLength(1));
  await onBehalfOf({ person: 'bob' }, () => jobs.enqueue(db, job, { label: 'five' }));
  await eventually(() => expect(begun).toContain('five for bob'));
  expect(begun).toHaveLength(2);
  ending.resolve();
  await eventually(() => expect(begun).toHaveLength(5));
  expect(begun.filter((one) => one.endsWith('for ann'))).toHaveLength(4);
});

test('what has a schedule is done by itself where an instance keeps the time', async () => {
  let ran = 0;
  const job: Job = {
    name: 'test.schedule',
    data: z.object({}),
    schedule: '* * * * *',
    run: async () => void (ran += 1),
  };
  await startWith([job]);
  await startWith([job], { keepsTime: true });
  await eventually(() => expect(ran).toBeGreaterThan(0));
});
