import { filterOperators } from '@causeway/contract/tables/filters.ts';
import { expect, test } from 'vitest';
import { createColumn } from '#testing/table-factories.ts';
import { draftOf, findCondition, findProblem, listOperators } from './filter-choices.ts';

test('a condition waits until its values are there', () => {
  expect(findCondition({ column: 'a', operator: 'eq', values: [''] })).toBeUndefined();
  expect(findCondition({ column: 'a', operator: 'between', values: ['1', ''] })).toBeUndefined();
  expect(findCondition({ column: 'a', operator: 'in', values: [' , '] })).toBeUndefined();
  expect(findCondition({ column: 'a', operator: 'isNull', values: [] })).toEqual({
    column: 'a',
    operator: 'isNull',
  });
});

test('a list is separated by commas or lines, and quotes hold a comma', () => {
  const draft = { column: 'a', operator: 'in' as const, values: ['x, "y, z"\n1'] };
  expect(findCondition(draft)?.values).toEqual(['x', 'y, z', '1']);
});

test('a value that the column can not have is told, wherever it stands; text is looked for in any', () => {
  const price = createColumn({ name: 'price', baseType: 'numeric', category: 'N' });
  const problem = { key: 'notNumber' };
  expect(findProblem(price, { operator: 'eq', values: ['cheap'] })).toEqual(problem);
  expect(findProblem(price, { operator: 'between', values: ['1', 'x'] })).toEqual(problem);
  expect(findProblem(price, { operator: 'in', values: ['1, 2, three'] })).toEqual(problem);
  expect(findProblem(price, { operator: 'in', values: ['1, 2.50'] })).toBeUndefined();
  expect(findProblem(price, { operator: 'eq', values: [''] })).toBeUndefined();
  expect(findProblem(price, { operator: 'contains', values: ['cheap'] })).toBeUndefined();
});

test('a condition that is opened and applied again stays the same', () => {
  const conditions = [
    { column: 'a', operator: 'eq' as const, value: '9007199254740993' },
    { column: 'a', operator: 'between' as const, values: ['1', '2'] },
    { column: 'a', operator: 'notIn' as const, values: ['x', 'y, "z"'] },
    { column: 'a', operator: 'isEmpty' as const },
  ];
  for (const condition of conditions) expect(findCondition(draftOf(condition))).toEqual(condition);
});

test('every operator of the contract is offered for some column', () => {
  const categories = ['N', 'S', 'B', 'D', 'E', 'U'];
  const offered = categories.flatMap((category) => listOperators({ baseType: '', category }));
  const forDays = listOperators({ baseType: 'date', category: 'D' });
  const forJson = listOperators({ baseType: 'jsonb', category: 'U' });
  expect(new Set([...offered, ...forDays, ...forJson])).toEqual(new Set(filterOperators));
});

test('a condition inside JSON waits until its path can be read', () => {
  const draft = { column: 'doc', operator: 'eq' as const, values: ['1'] };
  expect(findCondition({ ...draft, path: 'a..b' })).toBeUndefined();
  expect(findCondition({ ...draft, path: 'a.b[0]' })).toEqual({
    column: 'doc',
    path: ['a', 'b', 0],
    operator: 'eq',
    value: '1',
  });
});
