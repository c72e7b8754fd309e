import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindPlaceholders, type Bindings, listParameters } from './placeholders.ts';

function bound(sql: string, bindings?: Bindings): [string, unknown[]] {
  const { text, values } = bindPlaceholders(sql, bindings);
  return [text, values];
}

describe('SQL-1 positional bindings', () => {
  test.each([
    ['select ?', [1], 'select $1', [1]],
    ['select * from ?? where id=?', ['orders', 7], 'select * from "orders" where id=$1', [7]],
    ['a>=? and b<>? or c=-?', [1, 2, 3], 'a>=$1 and b<>$2 or c=-$3', [1, 2, 3]],
    ['where x in (?,?) limit ? offset ?', [1, 2, 3, 4], 'where x in ($1,$2) limit $3 offset $4'],
    ['select ?::int, ?||?', [1, 'a', 'b'], 'select $1::int, $2||$3'],
    ['select (?)::jsonb ? ?', ['{}', 'k'], 'select ($1)::jsonb ? $2'],
    [
      'where data ? ? and tags ?| ? and tags ?& ?',
      [1, 2, 3],
      'where data ? $1 and tags ?| $2 and tags ?& $3',
    ],
    ["where data @? '$.a ? (@ > 1)' and id = ?", [1], "where data @? '$.a ? (@ > 1)' and id = $1"],
    ['where data @?? and x', ['$.a'], 'where data @?$1 and x'],
    ['where a[?] = ?', [1, 2], 'where a[$1] = $2'],
    ['between ? and ?', [1, 2], 'between $1 and $2'],
    [
      'case ? when ? then ? else ? end ? 1',
      [1, 2, 3, 4],
      'case $1 when $2 then $3 else $4 end ? 1',
    ],
    ['at time zone ?', ['UTC'], 'at time zone $1'],
    [
      "select '?', \"?\", $$?$$, $a$ ? $$ $a$, E'\\'?', /* ? /* ? */ ? */ ? -- ?",
      [1],
      "select '?', \"?\", $$?$$, $a$ ? $$ $a$, E'\\'?', /* ? /* ? */ ? */ $1 -- ?",
    ],
    ['select 1 \\? ?', [1], 'select 1 ? $1'],
    ['select ?--x\n, ?/*y*/', [1, 2], 'select $1--x\n, $2/*y*/'],
    ["select ? = any(array['?']) , ?", [1, 2], "select $1 = any(array['?']) , $2"],
    ["u&'?' , n'?' , b'1' , ?", [1], "u&'?' , n'?' , b'1' , $1"],
  ])('%s', (sql, bindings: unknown[], text, values: unknown[] = bindings) => {
    expect(bound(sql, bindings)).toEqual([text, values]);
  });

  test('null stays null, a missing one is an error', () => {
    expect(bound('select ?', [null])).toEqual(['select $1', [null]]);
    expect(() => bound('select ?, ?', [1])).toThrow('2 placeholders (?) and 1 binding were given');
    expect(() => bound('select 1', [1])).toThrow('0 placeholders');
  });

  test('$1 can be used twice, and makes every ? an operator', () => {
    expect(bound('select $1, $1, data ? $2', [1, 2])).toEqual(['select $1, $1, data ? $2', [1, 2]]);
    expect(bound('select a$1, $1', [5])).toEqual(['select a$1, $1', [5]]);
    expect(() => bound('select $3', [1])).toThrow('3 placeholders ($) and 1 binding were given');
  });
});

describe('SQL-1 named bindings', () => {
  const bindings = { id: 7, table: 'public.orders', lo: 1, hi: 2, x: 'x' };
  test.each([
    ['select :id, :id', 'select $1, $1', [7]],
    ['select * from :table: where id = :id', 'select * from "public"."orders" where id = $1', [7]],
    ['select :id::text, :x:::text', 'select $1::text, "x"::text', [7]],
    ['select a::id, b :: id', 'select a::id, b :: id', []],
    ['select a[1:2], a[lo:hi], a[1:hi]', 'select a[1:2], a[lo:hi], a[1:hi]', []],
    ['select a[:lo:2], a[:lo : :hi]', 'select a[$1:2], a[$1 : $2]', [1, 2]],
    [
      "select ':id', \":id\", $$:id$$, '12:30' -- :id",
      "select ':id', \":id\", $$:id$$, '12:30' -- :id",
      [],
    ],
    ["json_object('id':id, 'x' :x)", "json_object('id':id, 'x' :x)", []],
    ['call f(a := :id)', 'call f(a := $1)', [7]],
    ['where data ? :x and tags ?| array[:x]', 'where data ? $1 and tags ?| array[$1]', ['x']],
    ['select * from t limit :id', 'select * from t limit $1', [7]],
    ['from (select 1) :x:', 'from (select 1) "x"', []],
  ])('%s', (sql, text, values) => {
    expect(bound(sql, bindings)).toEqual([text, values]);
  });

  test('a name nobody gave is an error, one of the language itself too', () => {
    expect(() => bound('select :nobody', bindings)).toThrow("No binding for ':nobody'");
    expect(() => bound('select :toString', bindings)).toThrow("No binding for ':toString'");
  });

  test('the parameters of a statement are listed once each', () => {
    expect(listParameters('select :a, :b:, :a, x::int, a[1:2]')).toEqual([
      { name: 'a', isName: false, isCondition: false },
      { name: 'b', isName: true, isCondition: false },
    ]);
  });
});

describe('SQL-1 names as bindings', () => {
  test.each([
    ['Straße/100% "x"', '"Straße/100% ""x"""'],
    ['public.orders', '"public"."orders"'],
    [['public', 'a.b'], '"public"."a.b"'],
    ['orders.*', '"orders".*'],
    ['x"; drop table y; --', '"x""; drop table y; --"'],
  ])('%s is quoted', (name, quoted) => {
    expect(bound('from ??', [name])).toEqual([`from ${quoted}`, []]);
  });

  test.each([[1], [null], [''], ['a..b'], [{}], [[]], ['a\0b']])('%j is no name', (name) => {
    expect(() => bound('from ??', [name])).toThrow('is no name');
  });
});

test('without bindings nothing is a placeholder', () => {
  const sql = "select data ? 'a', ?, $1, :x, :y:";
  for (const none of [undefined, [], {}]) expect(bound(sql, none)).toEqual([sql, []]);
});

test('a place in the new text is found again in the old one', () => {
  const sql = 'select ??, ? frm x';
  const { text, placeInOriginal } = bindPlaceholders(sql, ['a.b', 1]);
  expect(placeInOriginal(text.indexOf('frm'))).toBe(sql.indexOf('frm'));
  expect(placeInOriginal(text.indexOf('$1'))).toBe(sql.lastIndexOf('?'));
  expect(placeInOriginal(text.length)).toBe(sql.length);
});

describe('whatever stands around it', () => {
  const quiet = fc.oneof(
    fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.string().map((text) => `"${text.replaceAll('"', '""')}x"`),
    fc.string().map((text) => `/*${text.replaceAll(/[*/]/g, '')}*/ 1`),
    fc.string().map((text) => `--${text.replaceAll(/[\n\r]/g, '')}\n1`),
    fc.string().map((text) => `$q$${text.replaceAll('$', '')}$q$`),
    fc.constantFrom('a::int', 'a[1:2]', "a ? 'k'", 'a ?| b', "a @? '$'", 'f(x := 1)', 'a$1'),
  );

  test('a placeholder between commas is found, and nothing else is touched', () => {
    const part = fc.oneof(quiet, fc.constant('?'));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const count = parts.filter((one) => one === '?').length;
        fc.pre(count > 0);
        let number = 0;
        const expected = parts.map((one) => (one === '?' ? `$${(number += 1)}` : one));
        const values = Array.from({ length: count }, (_, index) => index);
        expect(bound(`select ${parts.join(', ')}`, values)).toEqual([
          `select ${expected.join(', ')}`,
          values,
        ]);
      }),
    );
  });

  test('a named one too', () => {
    const part = fc.oneof(quiet, fc.constant(':key'));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const expected = parts.map((one) => (one === ':key' ? '$1' : one));
        const [text] = bound(`select ${parts.join(', ')}`, { key: 1 });
        expect(text).toBe(`select ${expected.join(', ')}`);
      }),
    );
  });

  test('any text at all is read to its end', () => {
    fc.assert(
      fc.property(fc.string(), (sql) => {
        expect(bindPlaceholders(sql).text).toBe(sql);
        expect(listParameters(sql)).toBeInstanceOf(Array);
      }),
    );
  });
});

describe('DASH-3 a condition on an expression the author names', () => {
  const ask = (value: object | null) => ({ s: value === null ? null : JSON.stringify(value) });

  test.each([
    [null, 'true', []],
    [{ in: ['A', 'B'] }, "((coalesce(o.s, ')')) in ($1, $2))", ['A', 'B']],
    [
      { in: ['A'], empty: true },
      "((coalesce(o.s, ')')) in ($1) or (coalesce(o.s, ')')) is null)",
      ['A'],
    ],
    [{ in: [], empty: true }, "((coalesce(o.s, ')')) is null)", []],
    [{ in: [] }, 'false', []],
    [{ out: ['A'] }, "((coalesce(o.s, ')')) not in ($1) or (coalesce(o.s, ')')) is null)", ['A']],
    [
      { out: ['A'], empty: true },
      "((coalesce(o.s, ')')) not in ($1) and (coalesce(o.s, ')')) is not null)",
      ['A'],
    ],
    [
      { from: '2026-03-01', before: '2026-04-01' },
      "((coalesce(o.s, ')')) >= $1 and (coalesce(o.s, ')')) < $2)",
      ['2026-03-01', '2026-04-01'],
    ],
    [{ least: '10', most: null }, "((coalesce(o.s, ')')) >= $1)", ['10']],
  ])('%j', (value, expected, values) => {
    const sql = "select 1 where :s(coalesce(o.s, ')')) and x = 1";
    expect(bound(sql, ask(value))).toEqual([`select 1 where ${expected} and x = 1`, values]);
  });

  test('what is asked for is always bound, never written', () => {
    const [text, values] = bound('where :s(a)', ask({ in: ["'; drop table t--"] }));
    expect([text, values]).toEqual(['where ((a) in ($1))', ["'; drop table t--"]]);
  });

  test('a text that is no condition, and a parameter inside one, are refused', () => {
    expect(() => bound('where :s(a)', { s: 'paid' })).toThrow('is a condition');
    expect(() => bound('where :s(a = :b)', { s: null, b: '1' })).toThrow('no other parameter');
  });

  test('it is listed as a condition beside plain values', () => {
    expect(listParameters('where :s(a) and b = :b')).toMatchObject([
      { name: 's', isCondition: true },
      { name: 'b', isCondition: false },
    ]);
  });
});
