import { expect, test } from 'vitest';
import { writeCsv } from './write-csv.ts';

const field = (name: string, type: string) => ({ name, type, oid: 0 });

test('DASH-8 a tile as CSV keeps every digit, tells NULL from an empty text, and holds no formula', () => {
  const fields = [field('name', 'text'), field('amount', 'numeric')];
  const rows = [
    ['=1+1', '-12345678901234567.89'],
    ['a "b", c', null],
    ['', '0'],
    [null, '1'],
    ['\t=1+1', '2'],
  ];
  expect(writeCsv({ fields, rows })).toBe(
    [
      'name,amount',
      "'=1+1,-12345678901234567.89",
      '"a ""b"", c",',
      '"",0',
      ',1',
      "'\t=1+1,2",
      '',
    ].join('\r\n'),
  );
});
