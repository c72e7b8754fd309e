import { expect, test } from 'vitest';
import { foldEntries } from './engine/entries.ts';
import { presentSteps } from './present-run.ts';

test('AUTO-4 AUTO-7 a step nobody knows the end of stays in doubt when its run ends, and is not told as cancelled', () => {
  const states = foldEntries([
    { type: 'started', key: 'write', at: 1, attempt: 1 },
    { type: 'started', key: 'ask', at: 1, attempt: 1 },
    { type: 'waiting', key: 'write', at: 2, for: { kind: 'doubt' } },
    { type: 'waiting', key: 'ask', at: 2, for: { kind: 'time', until: 9_000 } },
  ]);
  const ended = presentSteps(states, new Date(1_001).toISOString());
  expect(ended).toMatchObject([
    { key: 'write', status: 'in-doubt', ms: 1_000 },
    { key: 'ask', status: 'cancelled', ms: 1_000 },
  ]);
});
