import { expect, test } from 'vitest';
import { beyondFilter, reverseOrder, wholeOrder } from './neighbours.ts';

test('previous and next follow the order of the list, and the key where that leaves a choice', () => {
  const order = wholeOrder([{ column: 'at', direction: 'desc' }], ['a', 'b']);
  expect(order).toEqual([
    { column: 'at', direction: 'desc' },
    { column: 'a', direction: 'desc' },
    { column: 'b', direction: 'desc' },
  ]);
  expect(wholeOrder([], ['id'])).toEqual([{ column: 'id', direction: 'asc' }]);
  expect(reverseOrder(order).map(({ direction }) => direction)).toEqual(['asc', 'asc', 'asc']);
});

test('the next row is equal in the first columns and further in one after them', () => {
  const order = wholeOrder([{ column: 'name', direction: 'asc' }], ['id']);
  expect(beyondFilter(order, { name: 'Ada', id: '7' })).toEqual({
    or: [
      {
        and: [
          {
            or: [
              { column: 'name', operator: 'gt', value: 'Ada' },
              { column: 'name', operator: 'isNull' },
            ],
          },
        ],
      },
      {
        and: [
          { column: 'name', operator: 'eq', value: 'Ada' },
          {
            or: [
              { column: 'id', operator: 'gt', value: '7' },
              { column: 'id', operator: 'isNull' },
            ],
          },
        ],
      },
    ],
  });
});

test('nulls come last going up and first going down', () => {
  const up = beyondFilter([{ column: 'at', direction: 'asc' }], { at: null });
  expect(up).toEqual({ or: [] });
  const down = beyondFilter([{ column: 'at', direction: 'desc' }], { at: null });
  expect(down).toEqual({ or: [{ and: [{ column: 'at', operator: 'isNotNull' }] }] });
});
