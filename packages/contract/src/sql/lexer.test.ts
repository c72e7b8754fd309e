import { describe, expect, test } from 'vitest';
import { nameOf, readTokens, splitStatements, statementAt } from './lexer.ts';

function texts(sql: string): string[] {
  return splitStatements(sql).map(({ text }) => text);
}

describe('splitting a text into statements', () => {
  test('SQL-8.3 a semicolon ends a statement, whatever stands in strings, names and comments', () => {
    expect(texts(`select ';' ; select "a;b" from t; -- c;\nselect 1 /* ; /* ; */ ; */;`)).toEqual([
      `select ';'`,
      `select "a;b" from t`,
      `-- c;\nselect 1 /* ; /* ; */ ; */`,
    ]);
  });

  test('SQL-8.3 dollar quotes and escape strings are text, closed or not', () => {
    expect(texts(`do $$ begin a; end; $$; select $x$ ; $$ ; $x$; select E'\\';'`)).toEqual([
      'do $$ begin a; end; $$',
      'select $x$ ; $$ ; $x$',
      `select E'\\';'`,
    ]);
    expect(texts(`select 'not closed; select 1`)).toHaveLength(1);
  });

  test('SQL-8.3 the body of a function written as SQL stays in one piece', () => {
    const body = `create function f() returns int begin atomic select case when true then 1 end; select 2; end`;
    expect(texts(`${body}; select 3`)).toEqual([body, 'select 3']);
  });

  test('SQL-8.3 begin and commit are statements of their own', () => {
    expect(texts('begin; select 1; commit;')).toEqual(['begin', 'select 1', 'commit']);
  });

  test('SQL-8.3 nothing but space, comments and semicolons is no statement', () => {
    expect(texts(' ; -- x\n ;/* y */;')).toEqual([]);
    expect(texts('')).toEqual([]);
  });

  test('SQL-8.3 places are those of the text, so that errors can be shown where they are', () => {
    const sql = '  select 1;\n\n select 2 ';
    for (const { text, from, to } of splitStatements(sql)) expect(sql.slice(from, to)).toBe(text);
  });
});

test('SQL-8.3 the cursor is in the statement it stands in or right behind', () => {
  const sql = 'select 1;\n\nselect 2;';
  const statements = splitStatements(sql);
  expect(statementAt(statements, 0)?.text).toBe('select 1');
  expect(statementAt(statements, 9)?.text).toBe('select 1');
  expect(statementAt(statements, 11)?.text).toBe('select 2');
  expect(statementAt(statements, sql.length)?.text).toBe('select 2');
  expect(statementAt([], 3)).toBeUndefined();
});

test('SQL-8.3 every character of a text belongs to exactly one token', () => {
  const sql = `select a.b::int, $1, 'x''y' || "Ü" -- end\n from t where x @> '{}' and 1.5e3>.2;`;
  const tokens = readTokens(sql);
  expect(tokens.map(({ from, to }) => sql.slice(from, to)).join('')).toBe(sql);
});

test('SQL-8.3 names are folded unless they are quoted', () => {
  expect([nameOf('Orders'), nameOf('"Or""ders"'), nameOf('"open')]).toEqual([
    'orders',
    'Or"ders',
    'open',
  ]);
});
