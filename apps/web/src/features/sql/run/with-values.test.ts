import { expect, test } from 'vitest';
import { withValues } from './with-values.ts';

test('SQL-8.10 an exported statement has its parameters written into it', () => {
  const parameters = [
    { name: 'from', type: 'int4', value: '3' },
    { name: 'name', type: 'text', value: "O'Hara" },
    { name: 'list', type: '', value: 'orders' },
  ];
  const sql = `select ':from', "a:b" from :list: where id > :from and name = :name and x = :none`;
  expect(withValues({ parameters }, sql)).toBe(
    `select ':from', "a:b" from "orders" where id > '3' and name = 'O''Hara' and x = null`,
  );
  expect(withValues({ parameters }, `select data ? 'key'`)).toBe(`select data ? 'key'`);
});
