import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { onBehalfOf } from '#platform/limits/party.ts';
import { eventually } from '#testing/eventually.ts';
import { createFileWorkers } from './workers.ts';

const folder = await mkdtemp(join(tmpdir(), 'files-'));
const workers = createFileWorkers({ memoryMb: 100, threads: 1 });
afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true });
});

const ENDLESS =
  'select count(*) from range(1000000000) a, range(1000000000) b where a.range > b.range';

function run(sql: string, limitMs = 60_000, signal = new AbortController().signal) {
  return workers.ask(
    { kind: 'run', sql, values: [], tables: [], rowLimit: 10, rowsAPage: 10, mostBytes: 10_000 },
    { folder, signal, limitMs },
  );
}

const answer = { rowCount: 1, hasMore: false };

test('SQL-8.13 a statement that takes longer than it may is ended together with its process', async () => {
  await expect(run(ENDLESS, 300)).rejects.toMatchObject({ code: 'E_QUERY_TIMEOUT' });
  expect(workers.list()).toEqual([]);
  expect(await run('select 1')).toMatchObject(answer);
});

test('SQL-8.13 a statement that needs more memory than it may have is refused, and the next one runs', async () => {
  // A list of one group has to stay in memory as a whole, so there is no way out to the disk.
  const failure = await run('select length(list(range)) from range(100000000)').catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({
    code: 'E_RESULT_TOO_LARGE',
    message: 'The query needs more memory than it may have. Narrow it down.',
  });
  expect(await run('select 1')).toMatchObject(answer);
});

test('SQL-8.13 a process that dies takes its statement along, and nothing else', async () => {
  const lost = run(ENDLESS);
  const [busy] = await eventually(() => {
    const found = workers.list().filter(({ isBusy, processId }) => isBusy && processId);
    expect(found).toHaveLength(1);
    return found;
  });
  process.kill(busy?.processId ?? 0, 'SIGKILL');
  await expect(lost).rejects.toMatchObject({ code: 'E_RESULT_TOO_LARGE' });
  expect(await run('select 1')).toMatchObject(answer);
});

test('SQL-8.13 who finds all processes busy waits for one, and may give up waiting', async () => {
  const stopping = new AbortController();
  const busy = [run(ENDLESS, 60_000, stopping.signal), run(ENDLESS, 60_000, stopping.signal)];
  const ended = Promise.allSettled(busy);
  const impatient = new AbortController();
  const left = run('select 1', 60_000, impatient.signal);
  impatient.abort();
  await expect(left).rejects.toMatchObject({ code: 'E_QUERY_CANCELLED' });
  expect(workers.list()).toHaveLength(2);
  const waiting = run('select 1');
  stopping.abort();
  expect(await waiting).toMatchObject(answer);
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('SQL-8.13 slow statements of one person leave a process for everybody else', async () => {
  const stopping = new AbortController();
  const slow = Array.from({ length: 4 }, () =>
    onBehalfOf({ person: 'ann' }, () => run(ENDLESS, 60_000, stopping.signal)),
  );
  const ended = Promise.allSettled(slow);
  await eventually(() => expect(workers.list().filter(({ isBusy }) => isBusy)).toHaveLength(2));
  expect(await onBehalfOf({ person: 'bob' }, () => run('select 1'))).toMatchObject(answer);
  stopping.abort();
  await ended;
});
