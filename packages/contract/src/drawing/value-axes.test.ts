import { expect, test } from 'vitest';
import { axesOf } from './value-axes.ts';

test('SQL-8.6 a column of numbers much smaller than another is drawn along an axis of its own', () => {
  const rows = [
    ['JP', 148, '1039567.63', 2],
    ['DE', 905, '239871.41', null],
  ];
  expect(axesOf(rows, [1, 2])).toEqual(['right', 'left']);
  expect(axesOf(rows, [1, 3])).toEqual(['left', 'right']);
  expect(axesOf([['a', 5, 50]], [1, 2])).toEqual(['left', 'left']);
  expect(axesOf([['a', 0, 50]], [1, 2])).toEqual(['left', 'left']);
});
