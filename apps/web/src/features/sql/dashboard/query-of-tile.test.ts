import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import { expect, test } from 'vitest';
import { planQuery } from './query-of-tile.ts';

const saved: SavedQuery = {
  id: 'q',
  connectorId: 'c',
  name: 'Revenue',
  folder: '',
  description: '',
  sql: 'select 1;',
  parameters: [],
  isShared: true,
  isMine: true,
  isEditable: true,
  owner: 'Ada',
  version: 3,
  updatedAt: '2026-01-01T00:00:00Z',
};
const tab = (sql: string, queryId: string | null = 'q') => ({
  sql,
  queryId,
  title: 'Tab',
  parameters: [],
});

test('SQL-8.11 what is saved already is sent as it is, however it ends', () => {
  const source = { sql: 'select 1', tab: tab('select 1;\n') };
  expect(planQuery(source, [saved])).toEqual({ kind: 'as-is', query: saved, given: [] });
});

test('SQL-8.11 values asked with go along where they are not the saved ones', () => {
  const asked = [
    { name: 'a', type: 'text', value: 'saved' },
    { name: 'b', type: 'text', value: 'other' },
  ];
  const query = { ...saved, parameters: asked.map((one) => ({ ...one, value: 'saved' })) };
  const source = { sql: 'select 1', tab: { ...tab('select 1'), parameters: asked } };
  expect(planQuery(source, [query])).toMatchObject({ given: [{ name: 'b', value: 'other' }] });
});

test('SQL-8.11 a changed query may become a new version, one that is not ours or a part of a tab a new query', () => {
  const changed = { sql: 'select 2', tab: tab('select 2') };
  expect(planQuery(changed, [saved])).toMatchObject({ kind: 'changed', sql: 'select 2' });
  expect(planQuery(changed, [{ ...saved, isEditable: false }])).toMatchObject({ kind: 'new' });
  const part = { sql: 'select 2', tab: tab('select 1; select 2') };
  expect(planQuery(part, [saved])).toMatchObject({ kind: 'new', sql: 'select 2', name: 'Tab' });
  expect(planQuery({ sql: 'select 1', tab: tab('select 1', null) }, [saved]).kind).toBe('new');
});
