import { expect, test } from 'vitest';
import { filledPart } from './use-filling.ts';

const filling = {
  state: 'filling',
  done: 450,
  total: 1000,
  what: 'orders',
  databaseId: 'shop',
  bucketId: 'media',
} as const;

test('CONN-1 what is still empty says how much of the sample is there, and says so of the sample alone', () => {
  expect(filledPart(filling, 'shop')).toBe(0.45);
  expect(filledPart({ ...filling, done: 0, total: 0 }, 'media')).toBe(0);
  expect(filledPart(filling, 'own')).toBeUndefined();
  expect(filledPart({ ...filling, state: 'ready' }, 'shop')).toBeUndefined();
  expect(filledPart({ ...filling, state: 'failed' }, 'shop')).toBeUndefined();
});
