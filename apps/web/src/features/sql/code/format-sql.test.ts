import { readTokens } from '@causeway/contract/sql/lexer.ts';
import { expect, test } from 'vitest';
import { formatSql } from './format-sql.ts';

/** What a statement says: its words and marks in their order, without the space between them. */
function wordsOf(sql: string): string[] {
  return readTokens(sql)
    .map(({ from, to }) => sql.slice(from, to))
    .filter((text) => text.trim() !== '');
}

test('SQL-8.16 a statement gets a clause a line', () => {
  expect(formatSql('SELECT id, name FROM orders WHERE id = 1')).toBe(
    'select\n  id,\n  name\nfrom\n  orders\nwhere\n  id = 1',
  );
});

test.each([
  `select 'It''s  FROM  here', "Odd  Name", $$a  b$$ from "T" -- WHERE  nothing`,
  `select a::numeric(10,2), b->>'k', c @> '{}' from t where d = any($1) and e = :name`,
  `with x as (select 1) /* two  spaces */ insert into t select * from x returning id`,
  `update t set a = e'\\n', b = u&'\\0041' where c is not null`,
  `select 1; select 2;`,
])('SQL-8.16 formatting leaves what a statement says: %s', (sql) => {
  expect(wordsOf(formatSql(sql)).map((word) => word.trim())).toEqual(
    wordsOf(sql).map((word) => word.trim()),
  );
});

test('SQL-8.16 what is formatted stays as it is when formatted again', () => {
  const once = formatSql('select a,b from t join u using(id) where a>1 order by b limit 3');
  expect(formatSql(once)).toBe(once);
});
