import { expect, test } from 'vitest';
import { definitionOf, readDefinition } from './view.ts';
import { renameInDefinition } from './view-renames.ts';

test('CONN-3 a saved view speaks of renamed columns by their new names, wherever it does', () => {
  const definition = definitionOf({
    filters: [
      { column: 'state', operator: 'eq', value: 'state' },
      {
        not: {
          or: [
            { column: 'a b', operator: 'isNull' },
            { column: 'id', operator: 'eq' },
          ],
        },
      },
    ],
    where: `State = 'state' and "a b" > 3 /* state */ and state(id) and id::state is not null`,
    sorts: [{ column: 'state', direction: 'desc' }],
    columns: ['id', 'a b'],
    mode: 'cards',
    way: { stack: 'state', title: 'a b', bucket: 'state', picture: '' },
    day: undefined,
    saved: undefined,
  });
  const renamed = renameInDefinition(definition, { state: 'Stand', 'a b': 'order' });
  expect(readDefinition(renamed)).toEqual({
    filters: [
      { column: 'Stand', operator: 'eq', value: 'state' },
      {
        not: {
          or: [
            { column: 'order', operator: 'isNull' },
            { column: 'id', operator: 'eq' },
          ],
        },
      },
    ],
    where: `"Stand" = 'state' and "order" > 3 /* state */ and state(id) and id::state is not null`,
    sorts: [{ column: 'Stand', direction: 'desc' }],
    columns: ['id', 'order'],
    mode: 'cards',
    way: { stack: 'Stand', title: 'order', bucket: 'state', picture: '' },
    saved: undefined,
  });
  expect(renameInDefinition(definition, {})).toBe(definition);
});
