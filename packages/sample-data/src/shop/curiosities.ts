import type { TableRows } from './rows.ts';

/** Values that break careless software, one a row. */
export function curiosityRows(): TableRows {
  const rows = [
    ['plain', '1', '2024-02-29T12:00:00Z', '{"a": 1}', 'nothing odd here'],
    ['', '0', null, '{}', 'an empty text is not null'],
    [null, null, null, null, null],
    ['   ', '-0.000000000000000000001', null, '[]', 'only spaces'],
    [
      'two\nlines',
      '12345678901234567890.123456789',
      null,
      '"text"',
      'more digits than a float holds',
    ],
    ['tab\there', 'NaN', 'infinity', 'null', 'null inside JSON is not null'],
    ['back\\slash', 'Infinity', '-infinity', '{"ä": "ö"}', 'time without end'],
    [
      `"quotes" and 'quotes'`,
      '1e-30',
      '0044-03-15 12:00:00+00 BC',
      '[1, [2, [3]]]',
      'before our era',
    ],
    ['<script>alert(1)</script>', '1', '9999-12-31T23:59:59Z', '{"<b>": "</b>"}', 'only text'],
    ['=1+1', '1', null, '{}', 'not a formula'],
    ["Robert'); drop table students;--", '1', null, '{}', 'only a name'],
    ['Zażółć gęślą jaźń', '1', null, '{}', 'Polish'],
    ['日本語のテキスト', '1', null, '{"日": "本"}', 'Japanese'],
    ['مرحبا بالعالم', '1', null, '{}', 'right to left'],
    ['👩‍👩‍👧‍👦 🏳️‍🌈', '1', null, '{}', 'one family, one flag, many code points'],
    ['e\u0301 is not \u00E9', '1', null, '{}', 'two ways to write the same letter'],
    ['zero\u200Bwidth', '1', null, '{}', 'a space nobody sees'],
    ['x'.repeat(2000), '1', null, '{}', 'long'],
    ['null', '1', null, '{}', 'the word, not the value'],
    ['true', '1', '2024-03-31T01:30:00Z', 'true', 'an hour that Berlin skipped'],
  ];
  return {
    table: 'Straße/100% "x"',
    columns: ['select', 'a b', 'Ü', 'from', '日本', 'quote"d'],
    count: rows.length,
    rows: rows.map((row, index) => [index + 1, ...row]),
  };
}
