import { expect, test } from 'vitest';
import { asksFiles } from './asks-files.ts';

test('SQL-8.13 who asks a file on a database is told where files are asked', () => {
  expect(asksFiles("select * from 'data/sales.csv'")).toBe(true);
  expect(asksFiles("select * from orders join 'x.parquet' p on true")).toBe(true);
  expect(asksFiles("select 'x.csv' from orders")).toBe(false);
});
