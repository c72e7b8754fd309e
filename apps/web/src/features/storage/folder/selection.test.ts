import { expect, test } from 'vitest';
import { nothingSelected, select, selectAll, withoutGone } from './selection.ts';

const order = ['a/', 'b', 'c', 'd', 'e'];

test('OBJ-4 a click selects one, shift selects all up to it, ctrl one more or less', () => {
  const one = select(nothingSelected, order, 'b', 'only');
  expect([...one.keys]).toEqual(['b']);
  const range = select(one, order, 'd', 'range');
  expect([...range.keys]).toEqual(['b', 'c', 'd']);
  const back = select(range, order, 'a/', 'range');
  expect([...back.keys]).toEqual(['a/', 'b']);
  const less = select(range, order, 'c', 'toggle');
  expect([...less.keys]).toEqual(['b', 'd']);
  expect(less.active).toBe('c');
});

test('a range whose start is gone selects only its end', () => {
  const gone = { keys: new Set(['x']), active: 'x', anchor: 'x' };
  expect([...select(gone, order, 'c', 'range').keys]).toEqual(['c']);
});

test('what is gone from the folder is not selected any more', () => {
  const all = selectAll(order);
  expect([...withoutGone(all, ['b', 'c']).keys]).toEqual(['b', 'c']);
  expect(withoutGone(all, order)).toBe(all);
});
