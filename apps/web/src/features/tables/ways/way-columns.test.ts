import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { expect, test } from 'vitest';
import type { ShownColumn, TableColumns } from '../table-columns.ts';
import { findWayColumns } from './way-columns.ts';

const column = (name: string, category: string, baseType: string): ShownColumn => {
  const one: Partial<ShownColumn> = { name, label: name, category, baseType, enumValues: null };
  return one as ShownColumn;
};

test('SQL-3 a table with German names suggests by what its rows are stacked, what they are called and on which days they are', () => {
  const all = [
    column('Id', 'N', 'integer'),
    column('Erstellt am', 'D', 'timestamptz'),
    column('Priorität', 'S', 'text'),
    column('Geändert am', 'D', 'timestamptz'),
    column('Fälligkeitsdatum', 'D', 'date'),
    column('Vorgang', 'S', 'text'),
  ];
  const found = findWayColumns({
    columns: { all, shown: all } as unknown as TableColumns,
    details: { labelColumn: null, checks: [] } as unknown as TableDetails,
    way: {},
  });
  expect(found.stack?.name).toBe('Priorität');
  expect(found.title?.name).toBe('Vorgang');
  expect(found.start?.name).toBe('Fälligkeitsdatum');
});
