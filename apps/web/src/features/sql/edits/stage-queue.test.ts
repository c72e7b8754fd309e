import type { StagedUpdate } from '@causeway/contract/edits.ts';
import { expect, test } from 'vitest';
import { createStageQueue, type SentStep } from './stage-queue.ts';

function change(ref: string, name: string): StagedUpdate {
  return {
    kind: 'update',
    ref,
    key: { id: ref },
    version: null,
    base: {},
    values: { name: { set: name } },
  };
}

test('SQL-8 of what is typed while a call is out, only the last is sent, and nothing twice', async () => {
  const sent: SentStep[] = [];
  const gate = Promise.withResolvers<void>();
  const queue = createStageQueue(async (step) => {
    sent.push(step);
    await gate.promise;
  });
  queue.put(change('1', 'a'));
  const first = queue.flush();
  queue.put(change('1', 'ab'));
  queue.put(change('1', 'abc'));
  queue.put(change('2', 'x'));
  queue.drop('2');
  void queue.flush();
  gate.resolve();
  await first;
  await queue.flush();
  expect(sent).toEqual([
    { put: [change('1', 'a')], drop: [] },
    { put: [change('1', 'abc')], drop: ['2'] },
  ]);
});

test('SQL-8 what could not be sent goes with the next call', async () => {
  const sent: SentStep[] = [];
  let isDown = true;
  const queue = createStageQueue((step) => {
    if (isDown) return Promise.reject(new Error('offline'));
    sent.push(step);
    return Promise.resolve();
  });
  queue.put(change('1', 'kept'));
  await expect(queue.flush()).rejects.toThrow('offline');
  isDown = false;
  await queue.flush();
  expect(sent).toEqual([{ put: [change('1', 'kept')], drop: [] }]);
});
