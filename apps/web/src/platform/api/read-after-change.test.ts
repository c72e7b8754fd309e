import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';
import { readAfterChange } from './read-after-change.ts';

let answers: ((rows: string) => void)[] = [];
let leave: () => void;

beforeEach(() => {
  answers = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['rows', 'people'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  leave = observer.subscribe(() => undefined);
});
afterEach(() => {
  leave();
  queryClient.clear();
});

const shown = () => queryClient.getQueryData(['rows', 'people']);
const readsBegun = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count));

test('SQL-3 a read that began before a change goes on, and another follows it', async () => {
  const told = readAfterChange(['rows']);
  // However often it changes meanwhile, one read sees all of it.
  const again = readAfterChange(['rows']);
  expect(answers).toHaveLength(1);
  answers[0]?.('as before');
  await readsBegun(2);
  expect(shown()).toBe('as before');
  answers[1]?.('as now');
  await Promise.all([told, again]);
  expect(shown()).toBe('as now');
  expect(answers).toHaveLength(2);
});

test('SQL-3 what rests is read at once, and nothing else is', async () => {
  answers[0]?.('as before');
  await vi.waitFor(() => expect(shown()).toBe('as before'));
  await readAfterChange(['files']);
  expect(answers).toHaveLength(1);
  const told = readAfterChange(['rows']);
  await readsBegun(2);
  answers[1]?.('as now');
  await told;
  expect(shown()).toBe('as now');
});

test('SQL-3 a read that fails is followed as well', async () => {
  const told = readAfterChange(['rows']);
  await queryClient.cancelQueries({ queryKey: ['rows'] });
  await readsBegun(2);
  answers[1]?.('as now');
  await told;
  expect(shown()).toBe('as now');
});
