import { expect, test } from 'vitest';
import { withTotals } from './pivot-totals.ts';

const asked = { row: 'country', column: 'status' };
const flat = (sql: string | undefined) => sql?.replaceAll(/\s+/g, ' ').trim();

test('DASH-2 the totals of a pivot are groups of the same query, counted over their own rows', () => {
  const sql = `select c.country, status, avg(total) as average
    from orders o join customers c on c.id = o.customer_id where total > 0
    group by 1, 2 order by 1`;
  expect(flat(withTotals(sql, asked))).toBe(
    'select c.country, status, avg(total) as average, grouping(c.country, status) as ' +
      'causeway_totals from orders o join customers c on c.id = o.customer_id where total > 0 ' +
      'group by grouping sets ((c.country, status), (c.country), (status), ()) order by 1',
  );
});

test('DASH-2 a query that leaves groups out, or groups by something else too, has no totals', () => {
  const start = 'select country, status, count(*) from orders group by';
  expect(withTotals(`${start} 1, 2 limit 10`, asked)).toBeUndefined();
  expect(withTotals(`${start} 1, 2 having count(*) > 1`, asked)).toBeUndefined();
  expect(withTotals(`${start} 1, 2, 3`, asked)).toBeUndefined();
  expect(withTotals('select country, status, 1 as n from sums', asked)).toBeUndefined();
  expect(withTotals(`${start} 1, 2`, { ...asked, row: 'city' })).toBeUndefined();
});

test('DASH-2 shares of the whole are not counted over rows and their totals, and what a page leaves out has none', () => {
  const share = 'round(100 * sum(total) / sum(sum(total)) over (), 1) as share';
  const sql = `select country, status, ${share} from orders group by 1, 2`;
  expect(withTotals(sql, asked)).toBeUndefined();
  const start = 'select country, status, count(*) from orders group by 1, 2 order by 3 desc';
  expect(withTotals(`${start} fetch first 10 rows only`, asked)).toBeUndefined();
  expect(withTotals(`${start} offset 10`, asked)).toBeUndefined();
  expect(withTotals(start, asked)).toBeDefined();
});

test('DASH-2 two customers of one name are two in the totals as well: a key that is not shown has none', () => {
  const asked = { row: 'name', column: 'status' };
  const of = (list: string, group: string) =>
    withTotals(
      `select ${list}, count(*) from orders o join c on c.id = o.c_id group by ${group}`,
      asked,
    );
  for (const [list, group] of [
    ['c.name, status', 'c.id, status'],
    ['c.name, status', 'c.id, 2'],
    ['c.name, o.status', 'c.name, p.status'],
    ['lower(name) as name, status', 'name, status'],
    ['1, c.name, status', '1, 2'],
    ['c.name, status', 'rollup(c.name), status'],
  ] as const) {
    expect(of(list, group), `${list} by ${group}`).toBeUndefined();
  }
  for (const [list, group] of [
    ['c.name, status', 'status, name'],
    ['name, status', 'c.name, o."status"'],
    ['C.Name, o.status', 'c.name, 2'],
    ['lower(c.label) as name, status', 'name, status'],
    ['lower(c.label) as name, status', 'lower( c.label ), status'],
    ['c.label as name, o.status', 'c.label, status'],
  ] as const) {
    expect(of(list, group), `${list} by ${group}`).toBeDefined();
  }
});
