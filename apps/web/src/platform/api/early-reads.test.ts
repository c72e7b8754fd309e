import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const rows = '/api/tables/v1/tables/items/rows?limit=100';
let reads: typeof import('./early-reads.ts');

beforeEach(async () => {
  const answers = new Map([
    ['/user', Promise.resolve(new Response('{}'))],
    [rows, Promise.resolve(new Response('{}'))],
  ]);
  vi.stubGlobal('causewayEarly', { token: 'mine', answers });
  vi.spyOn(performance, 'now').mockReturnValue(500);
  vi.resetModules();
  reads = await import('./early-reads.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('CALL-1 what the page asked for ahead is taken once, by who asked for it', () => {
  expect(reads.takeEarly(rows, 'other')).toBeUndefined();
  expect(reads.takeEarly(rows, 'mine')).toBeDefined();
  expect(reads.takeEarly(rows, 'mine')).toBeUndefined();
});

test('CALL-1 what was read long before it is wanted is asked for again', () => {
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
  expect(reads.takeEarly(rows, 'mine')).toBeUndefined();
});

test('CALL-1 after a write nothing that was read before counts, but for rows when somebody notes their project', () => {
  reads.forgetEarly('/user');
  expect(reads.takeEarly('/user', 'mine')).toBeUndefined();
  expect(reads.takeEarly(rows, 'mine')).toBeDefined();
});

test('CALL-1 rows that were read before anything else is written are asked for again', () => {
  reads.forgetEarly('/api/tables/v1/tables/:table/rows');
  expect(reads.takeEarly(rows, 'mine')).toBeUndefined();
});
