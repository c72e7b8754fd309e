import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessDelimiter, parseCsv } from './csv.ts';

describe('RULE-4 CSV text', () => {
  test('RULE-4 the first row names the columns, empty lines are skipped', () => {
    expect(parseCsv('id,name\n\n1,Ada\n\n2,Bob\n\n')).toEqual({
      columns: ['id', 'name'],
      rows: [
        ['1', 'Ada'],
        ['2', 'Bob'],
      ],
      problems: [],
    });
  });

  test('RULE-4 empty lines before the header are skipped', () => {
    expect(parseCsv('\n\nid,name\n1,Ada').columns).toEqual(['id', 'name']);
  });

  test('RULE-4 an empty line between the values of a single column is an empty value', () => {
    expect(parseCsv('note\nfirst\n\nthird\n').rows).toEqual([['first'], [''], ['third']]);
  });

  test('RULE-4 empty lines at the end of a single column are skipped', () => {
    expect(parseCsv('note\nfirst\n\n\n').rows).toEqual([['first']]);
  });

  test('RULE-4 a quoted empty value is never an empty line', () => {
    expect(parseCsv('note\nfirst\n""\n""\n').rows).toEqual([['first'], [''], ['']]);
  });

  test('RULE-4 a row of empty values is a row', () => {
    expect(parseCsv('a,b\n,\n1,2').rows).toEqual([
      ['', ''],
      ['1', '2'],
    ]);
  });

  test('RULE-4 quotes keep delimiters, line breaks and quotes', () => {
    expect(parseCsv('a,b\r\n"x, y","line 1\r\nline ""2"""\r\n').rows).toEqual([
      ['x, y', 'line 1\r\nline "2"'],
    ]);
  });

  test('RULE-4 a quote inside an unquoted value is an ordinary character', () => {
    expect(parseCsv('size,b\n27" screen,x').rows).toEqual([['27" screen', 'x']]);
  });

  test('RULE-4 the byte order mark of Excel is not part of the first column', () => {
    expect(parseCsv('\uFEFFid,name\n1,Ada').columns).toEqual(['id', 'name']);
  });

  test('RULE-4 rows that are too short or too long are named by their line', () => {
    expect(parseCsv('a,b\n1\n"x\ny",2\n1,2,3').problems).toEqual([
      { line: 2, kind: 'tooFewValues' },
      { line: 5, kind: 'tooManyValues' },
    ]);
  });

  test('RULE-4 a quote that is never closed is reported where its row starts', () => {
    expect(parseCsv('a,b\n1,2\n3,"four').problems).toEqual([{ line: 3, kind: 'unclosedQuote' }]);
  });

  test.each([
    ['a,b,c', ','],
    ['a;b;c', ';'],
    ['a\tb', '\t'],
    ['a|b', '|'],
    ['"a,b,c";d', ';'],
    ['one column', ','],
    ['', ','],
  ])('RULE-4 the delimiter of %j is %j', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });

  test('RULE-4 whatever is written as CSV reads back the same', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'ü') });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), ([columns = [], ...rows], lineBreak) => {
        const text = [columns, ...rows].map((row) => row.map(quote).join(',')).join(lineBreak);
        expect(parseCsv(text, ',')).toEqual({ columns, rows, problems: [] });
      }),
    );
  });
});

function quote(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}
