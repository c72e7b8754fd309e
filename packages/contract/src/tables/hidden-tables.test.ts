import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hiddenTest,
  hideTable,
  listHiddenNames,
  listHiddenPatterns,
  showTable,
} from './hidden-tables.ts';

test.each([
  ['orders', ['orders'], true],
  ['orders', ['order'], false],
  ['Orders', ['orders'], false],
  ['tmp_1', ['tmp_*'], true],
  ['tmp_', ['tmp_*'], true],
  ['my_tmp_1', ['tmp_*'], false],
  ['audit.log_2024', ['audit.*'], true],
  ['a_backup', ['*_backup'], true],
  ['log_2024_old', ['log_*_old'], true],
  ['log_old', ['log_*_old'], false],
  ['a.b.a', ['a*a*a'], false],
  ['anything', ['*'], true],
  ['a*b', [String.raw`a\*b`], true],
  ['axb', [String.raw`a\*b`], false],
  ['weird', [], false],
])('CONN-3 %j with %j hidden: %j', (table, hidden, expected) => {
  expect(hiddenTest(hidden)(table)).toBe(expected);
});

test('CONN-3 a table of any name can be hidden alone and shown again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (table, other) => {
      fc.pre(table !== other);
      const hidden = hideTable([], table);
      const isHidden = hiddenTest(hidden);
      expect([isHidden(table), isHidden(other)]).toEqual([true, false]);
      expect([listHiddenNames(hidden), listHiddenPatterns(hidden)]).toEqual([[table], []]);
      expect(showTable(hidden, table)).toEqual([]);
    }),
  );
});

test('CONN-3 a pattern is kept apart from names, and showing one table does not end it', () => {
  const hidden = hideTable(['tmp_*'], 'tmp_1');
  expect(listHiddenPatterns(hidden)).toEqual(['tmp_*']);
  expect(listHiddenNames(hidden)).toEqual(['tmp_1']);
  expect(hiddenTest(showTable(hidden, 'tmp_1'))('tmp_1')).toBe(true);
});
