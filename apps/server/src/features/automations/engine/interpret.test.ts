import { describe, expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { type Entry, foldEntries } from './entries.ts';
import { settleDoubts } from './doubts.ts';
import { survey } from './interpret.ts';
import { makePlan } from './plan.ts';

const diamond = makePlan(
  definition.parse({
    triggers: [
      { kind: 'manual', id: 'start' },
      { kind: 'interval', id: 'often', seconds: 5 },
    ],
    nodes: [
      { kind: 'if', id: 'ask', conditions: [{ left: 1, operator: 'equals', right: 1 }] },
      { kind: 'set', id: 'yes' },
      { kind: 'set', id: 'no' },
      { kind: 'set', id: 'both' },
      { kind: 'set', id: 'other' },
    ],
    edges: [
      { from: 'start', port: 'out', to: 'ask' },
      { from: 'ask', port: 'true', to: 'yes' },
      { from: 'ask', port: 'false', to: 'no' },
      { from: 'yes', port: 'out', to: 'both' },
      { from: 'no', port: 'out', to: 'both' },
      { from: 'often', port: 'out', to: 'other' },
    ],
  }),
);

const started = (key: string): Entry => ({ type: 'started', key, at: 1, attempt: 1 });
const finished = (key: string, port = 'out'): Entry[] => [
  started(key),
  { type: 'finished', key, at: 2, port, output: null },
];

function next(entries: Entry[], now = 10): string[] {
  const scope = diamond.scopes.get('');
  if (!scope) return [];
  const { ready } = survey(scope, foldEntries(entries), { source: 'start', suffix: '', now });
  return ready.map((at) => scope.steps[at]?.node.id ?? '');
}

describe('what may happen next', () => {
  test('AUTO-4 only what the trigger that fired leads to begins', () => {
    expect(next([])).toEqual(['ask']);
  });
  test('AUTO-4 a branch not taken holds nothing up', () => {
    expect(next(finished('ask', 'true'))).toEqual(['yes']);
    expect(next([...finished('ask', 'true'), ...finished('yes')])).toEqual(['both']);
  });
  test('AUTO-4 branches that meet wait for each other', () => {
    expect(next([...finished('ask', 'true'), started('yes')])).toEqual([]);
  });
  test('AUTO-4 what is finished is never begun again', () => {
    const all = [...finished('ask', 'true'), ...finished('yes'), ...finished('both')];
    expect(next(all)).toEqual([]);
  });
  test('AUTO-4 an attempt that failed is made again when its time has come', () => {
    const error = { message: 'x', code: null, step: 'ask' };
    const failed: Entry = { type: 'failed', key: 'ask', at: 2, attempt: 1, error, again: 100 };
    expect(next([started('ask'), failed], 99)).toEqual([]);
    expect(next([started('ask'), failed], 100)).toEqual(['ask']);
  });
  test('AUTO-4 what waits for a moment goes on when it came', () => {
    const waiting: Entry = { type: 'waiting', key: 'ask', at: 2, for: { kind: 'time', until: 50 } };
    expect(next([started('ask'), waiting], 49)).toEqual([]);
    expect(next([started('ask'), waiting], 50)).toEqual(['ask']);
  });
  test('AUTO-4 what is decided after its time was over does not begin it again', () => {
    const how = { kind: 'decided', decision: 'approve', by: 'Ada', note: '' } as const;
    const late: Entry = { type: 'resolved', key: 'ask', at: 3, how };
    expect(next([...finished('ask', 'false'), late])).toEqual(['no']);
  });
});

describe('a step in doubt', () => {
  const settle = (effect: 'reads' | 'sends', entries = [started('yes')]) =>
    settleDoubts(diamond, foldEntries(entries), () => effect, 5).map((entry) => entry.type);
  test('AUTO-4 is made again when it only reads', () => {
    expect(settle('reads')).toEqual(['failed']);
  });
  test('AUTO-4 asks before it is sent again', () => {
    expect(settle('sends')).toEqual(['waiting']);
  });
  test('AUTO-4 is none when it was finished', () => {
    expect(settle('sends', finished('yes'))).toEqual([]);
  });
});
