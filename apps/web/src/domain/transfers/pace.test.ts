import { expect, test } from 'vitest';
import { findPace } from './pace.ts';

const start = '2026-01-01T00:00:00Z';
const after = (seconds: number) => Date.parse(start) + seconds * 1000;

test('SQL-5 SQL-6 what is half done after ten seconds takes ten more', () => {
  expect(findPace({ startedAt: start, done: 500, total: 1000 }, after(10))).toEqual({
    perSecond: 50,
    secondsLeft: 10,
    share: 0.5,
  });
});

test('nothing is foretold in the first moments, nor from an estimate that was too small', () => {
  expect(findPace({ startedAt: start, done: 10, total: 1000 }, after(1))).toBeUndefined();
  expect(findPace({ startedAt: null, done: 10, total: 1000 }, after(60))).toBeUndefined();
  expect(findPace({ startedAt: start, done: 1200, total: 1000 }, after(10))).toEqual({
    perSecond: 120,
    secondsLeft: null,
    share: null,
  });
});
