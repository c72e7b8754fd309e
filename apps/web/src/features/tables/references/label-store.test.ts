import { expect, test, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createLabelStore } from './label-store.ts';

test('cells that are drawn together ask together, and each key once', async () => {
  const load = vi.fn(async (keys: string[]) => new Map(keys.map((key) => [key, `row ${key}`])));
  const store = createLabelStore(load);
  const listener = vi.fn();
  store.subscribe(listener);
  for (const key of ['1', '2', '1']) store.want(key);
  expect(store.find('1')).toBeUndefined();
  await eventually(() => expect(listener).toHaveBeenCalled());
  expect(load.mock.calls).toEqual([[['1', '2']]]);
  expect(store.find('2')).toBe('row 2');
  store.want('2');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a key without a row has no label, and one that could not be read is asked for again', async () => {
  const load = vi
    .fn<(keys: string[]) => Promise<Map<string, string>>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue(new Map());
  const store = createLabelStore(load);
  store.want('7');
  await eventually(() => expect(load).toHaveBeenCalledTimes(1));
  await eventually(() => {
    store.want('7');
    expect(store.find('7')).toBeNull();
  });
});

test('rows that fly past ask seldom, and a key that is asked for is not asked for again', async () => {
  vi.useFakeTimers();
  let answer = (_labels: Map<string, string>) => undefined as void;
  const load = vi.fn(
    (_keys: string[]) => new Promise<Map<string, string>>((resolve) => (answer = resolve)),
  );
  const store = createLabelStore(load);
  for (let row = 0; row < 40; row += 1) {
    store.want(`${row}`);
    await vi.advanceTimersByTimeAsync(16);
  }
  expect(load.mock.calls.map(([keys]) => keys.length)).toEqual([19, 19]);
  answer(new Map());
  await vi.advanceTimersByTimeAsync(0);
  store.want('39');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load.mock.calls.map(([keys]) => keys.length)).toEqual([19, 19, 2]);
  vi.useRealTimers();
});
