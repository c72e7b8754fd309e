import { expect, test } from 'vitest';
import { withoutValues } from './without-values.ts';

const hidden = '•'.repeat('"Ann"'.length);

test.each([
  ['select 1 as "Ann" from t order by "Ann"', `select 1 as ${hidden} from t order by ${hidden}`],
  ['select sum("total") "Ann" from "t"', `select sum("total") ${hidden} from "t"`],
  [
    'select "Ann" from (select 1) as x("Ann", b)',
    `select ${hidden} from (select 1) as x(${hidden}, b)`,
  ],
  ['select "a" as /* */ "Ann" from "t"', `select "a" as ••••• ${hidden} from "t"`],
])('CHAT-3 a name a statement gives is covered wherever it is used: %s', (sql, seen) => {
  expect(withoutValues(sql, 'aggregates')).toBe(seen);
  expect(withoutValues(sql, 'samples')).toBe(sql);
});

test('CHAT-3 names of the catalog are told', () => {
  const sql = 'select "t"."Total" from "t" join "u" on "t"."id" = "u"."id" where "Total" > 1';
  expect(withoutValues(sql, 'aggregates')).toBe(sql);
});
