import { expect, test } from 'vitest';
import { createThread, ThreadEnded } from './thread.ts';

const program = new URL(
  `data:text/javascript,
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    while (task === 'for ever');
    parentPort.postMessage(task + ' ' + threadId);
  });
  parentPort.postMessage('ready');`,
);

function createEcho(limits: { patienceMs?: number; idleMs?: number } = {}) {
  return createThread<string, string>(program, {
    patienceMs: 60_000,
    idleMs: 60_000,
    memoryMb: 64,
    ...limits,
  });
}

test('answers come in the order of the questions, all from one thread', async () => {
  const thread = createEcho();
  const answers = await Promise.all(['a', 'b', 'c'].map((task) => thread.ask(task)));
  const [first = ''] = answers;
  const id = first.split(' ')[1];
  expect(answers).toEqual([`a ${id}`, `b ${id}`, `c ${id}`]);
  await thread.close();
});

test('a task without an end is ended with its thread, and those behind it go on with a new one', async () => {
  const thread = createEcho({ patienceMs: 2_000 });
  const [ended, behind] = await Promise.allSettled([
    thread.ask('for ever'),
    thread.ask('behind it'),
  ]);
  expect(ended).toMatchObject({ reason: expect.any(ThreadEnded) });
  expect(behind).toMatchObject({ value: expect.stringMatching(/^behind it /) });
  await thread.close();
});

test('what still waits when a thread is closed is told so', async () => {
  const thread = createEcho();
  const asked = Promise.allSettled([thread.ask('for ever'), thread.ask('a')]);
  await thread.close();
  for (const one of await asked) {
    expect(one).toMatchObject({ reason: expect.any(ThreadEnded) });
  }
});

test('a thread nobody asks goes, and comes back with the next question', async () => {
  const thread = createEcho({ idleMs: 1 });
  const first = await thread.ask('a');
  await expect
    .poll(async () => (await thread.ask('a')) !== first, { timeout: 10_000, interval: 200 })
    .toBe(true);
  await thread.close();
});
