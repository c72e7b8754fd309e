import { expect, test } from 'vitest';
import { createRecent, type Told } from './recent.ts';

const told: Told = { audience: { userId: 'u' }, event: { type: 'user.changed' } };

test('what was told is remembered for half a minute, and beyond it nobody is told to know all', () => {
  let now = 1_000;
  const recent = createRecent(() => now);
  recent.startOver();
  now = 2_000;
  recent.add(told);
  expect(recent.since(1_500)).toEqual({ told: [told], isComplete: true });
  expect(recent.since(2_500)).toEqual({ told: [], isComplete: true });
  expect(recent.since(900)).toEqual({ told: [told], isComplete: false });
  now = 33_000;
  recent.add(told);
  expect(recent.since(1_500)).toEqual({ told: [told], isComplete: false });
  expect(recent.since(2_500)).toEqual({ told: [told], isComplete: true });
});

test('before anything could be heard nothing is known', () => {
  expect(createRecent().since(Date.now()).isComplete).toBe(false);
});

test('a flood is remembered up to a bound, and what fell out is known to be missing', () => {
  let now = 0;
  const recent = createRecent(() => now);
  recent.startOver();
  for (now = 1; now <= 1_500; now++) recent.add(told);
  expect(recent.since(0.5).told).toHaveLength(1_000);
  expect(recent.since(500).isComplete).toBe(false);
  expect(recent.since(501)).toMatchObject({ isComplete: true });
});
