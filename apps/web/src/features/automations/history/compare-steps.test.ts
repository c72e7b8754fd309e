import type { RunStep } from '@causeway/contract/automations/run-shapes.ts';
import { expect, test } from 'vitest';
import { compareSteps } from './compare-steps.ts';

function step(key: string, more: Partial<RunStep> = {}): RunStep {
  return {
    key,
    node: key,
    status: 'done',
    attempt: 1,
    startedAt: '2026-01-01T00:00:00.000Z',
    ms: 5,
    port: 'out',
    input: null,
    output: { n: 1 },
    isCut: false,
    error: null,
    logs: [],
    earlier: [],
    ...more,
  };
}

test('AUTO-7 two runs that did the same are the same, however long they took', () => {
  const [compared] = compareSteps([step('find')], [step('find', { ms: 900 })]);
  expect(compared).toMatchObject({ isSame: true, outputs: undefined });
});

test('AUTO-7 two runs are compared step by step: what gave something else, went another way or was not reached', () => {
  const before = [step('find'), step('large', { port: 'false' }), step('skip')];
  const after = [step('find', { output: { n: 2 } }), step('large', { port: 'true' }), step('tell')];
  const compared = compareSteps(before, after);
  expect(compared.map(({ key, isSame }) => [key, isSame])).toEqual([
    ['find', false],
    ['large', false],
    ['tell', false],
    ['skip', false],
  ]);
  expect(compared[0]?.outputs?.after).toContain('2');
  expect(compared[2]?.before).toBeUndefined();
  expect(compared[3]?.after).toBeUndefined();
});

test('AUTO-7 two runs that failed for another reason did not do the same', () => {
  const failed = (message: string) =>
    step('call', { status: 'failed', error: { message, code: null, step: 'call' } });
  const [compared] = compareSteps([failed('It is away.')], [failed('It is full.')]);
  expect(compared).toMatchObject({ isSame: false, outputs: undefined });
});
