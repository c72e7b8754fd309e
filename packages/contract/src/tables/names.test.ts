import { expect, test } from 'vitest';
import { chooseSchema } from './names.ts';

const schema = (name: string, tables: number, isSystem = false) => ({ name, tables, isSystem });

test('SQL-2 one begins in the schema with the most tables, in public where others have as many', () => {
  expect(chooseSchema([schema('public', 0), schema('sales', 3), schema('hr', 2)])).toBe('sales');
  expect(chooseSchema([schema('hr', 2), schema('public', 2)])).toBe('public');
  expect(chooseSchema([])).toBe('public');
});

test('SQL-2 neither the system nor an extension is where one begins', () => {
  const all = [schema('pg_catalog', 140, true), schema('_timescaledb', 90), schema('app', 1)];
  expect(chooseSchema(all)).toBe('app');
});
