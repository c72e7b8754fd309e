import { expect, test } from 'vitest';
import type { AlertCondition } from '@causeway/contract/dashboards/alerts.ts';
import { type AlertState, judge, type Reading } from './judge.ts';

const calm: AlertState = { state: 'ok', streak: 0, failures: 0, memory: null };
const above: AlertCondition = { kind: 'threshold', sign: 'above', limit: 100, margin: 0 };
const rules = { condition: above, times: 1, whenEmpty: 'keep' as const };

function walk(readings: (number | null | 'error')[], changed: Partial<typeof rules> = {}) {
  let state = calm;
  return readings.flatMap((one) => {
    const reading: Reading =
      one === 'error'
        ? { kind: 'failed', error: 'no' }
        : { kind: 'value', value: one, text: one === null ? null : String(one) };
    const verdict = judge(state, { ...rules, ...changed }, reading);
    state = verdict;
    return verdict.news ?? [];
  });
}

test('DASH-7 90, 101, 103, an error, 102, 99, nothing, 101: fired, recovered, fired and nothing else', () => {
  const news = walk([90, 101, 103, 'error', 102, 99, null, 101]);
  expect(news).toEqual(['fired', 'recovered', 'fired']);
});

test('DASH-7 a number that goes to and fro over its limit is told once where a margin is set', () => {
  const condition = { ...above, margin: 5 };
  expect(walk([101, 99, 101, 98, 101, 95], { condition })).toEqual(['fired', 'recovered']);
});

test('DASH-7 with three checks in a row wanted, two are no news', () => {
  expect(walk([101, 102, 99, 101, 102, 103], { times: 3 })).toEqual(['fired']);
});

test('DASH-7 a query that fails is told once at the third time, and once when it works again', () => {
  expect(walk(['error', 'error', 'error', 'error', 90])).toEqual(['broken', 'mended']);
});

test('DASH-7 nothing to read fires, or counts as zero, where that was chosen', () => {
  expect(walk([90, null], { whenEmpty: 'fire' } as never)).toEqual(['fired']);
  const below: AlertCondition = { ...above, sign: 'below', limit: 1 };
  expect(walk([5, null], { condition: below, whenEmpty: 'zero' } as never)).toEqual(['fired']);
});

test('DASH-7 the rows of the first check are what is known; one that appears later is told once', () => {
  const row = { ...rules, condition: { kind: 'row', keys: ['id'] } as AlertCondition };
  const check = (state: AlertState, keys: string[]) => judge(state, row, { kind: 'rows', keys });
  const first = check(calm, ['1', '2']);
  const second = check(first, ['1', '2', '3']);
  const third = check(second, ['1', '2', '3']);
  expect([first.news, second.news, third.news]).toEqual([undefined, 'fired', undefined]);
  expect(second.value).toBe('1');
});
