import { expect, test } from 'vitest';
import { findEqualTargets } from './targets.ts';

test('OBJ-4 things that want the same place are named, and what is named twice is one thing', () => {
  const items = [
    { from: 'a/x.txt', to: 'to/x.txt' },
    { from: 'b/x.txt', to: 'to/x.txt' },
    { from: 'b/y.txt', to: 'to/y.txt' },
    { from: 'b/y.txt', to: 'to/y.txt' },
    { from: 'a/', to: 'to/' },
    { from: 'b/', to: 'to/' },
  ];
  expect(findEqualTargets(items)).toEqual([
    { to: 'to/x.txt', from: ['a/x.txt', 'b/x.txt'] },
    { to: 'to/', from: ['a/', 'b/'] },
  ]);
});
