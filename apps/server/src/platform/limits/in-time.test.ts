import { once } from 'node:events';
import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

const late = () => new Error('It took too long.');

test('AUTO-2 what does not end in its time is told to end, and waited for no longer even if it does not hear', async () => {
  let told: AbortSignal | undefined;
  const deaf = inTime(
    1,
    (signal) => {
      told = signal;
      return new Promise(() => {});
    },
    late,
  );
  await expect(deaf).rejects.toThrow('It took too long.');
  expect(told?.aborted).toBe(true);
});

test('AUTO-2 what hears that its time is over is told to have taken too long, not that it was cancelled', async () => {
  const hearing = inTime(
    1,
    async (signal) => {
      await once(signal, 'abort');
      throw new Error('cancelled');
    },
    late,
  );
  await expect(hearing).rejects.toThrow('It took too long.');
});

test('AUTO-2 what ends in its time gives what it found, or why it could not', async () => {
  const minute = 60_000;
  expect(await inTime(minute, async () => 'found', late)).toBe('found');
  const failing = inTime(minute, () => Promise.reject(new Error('No such table.')), late);
  await expect(failing).rejects.toThrow('No such table.');
});
