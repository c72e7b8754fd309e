import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  catalogFacts,
  readCatalogFacts,
  sampleOf,
} from '@causeway/contract/dashboards/table-facts.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  // Ten years in the order they came in: the first rows are of two years and one kind.
  await space.run(`create table sold as
    select n as id, timestamp '2016-01-01' + n * interval '2 hours' as sold_at,
      'kind ' || n * 4 / 40001 as kind, case when n % 10 = 0 then 'x' end as rare
    from generate_series(1, 40000) n`);
  await space.run('create view sold_view as select * from sold');
});
afterAll(() => space.stop());

async function read(sql: string, bindings: Record<string, string> = {}) {
  const { rows } = await space.server.call(
    sqlRoutes.read,
    { body: { connector: { id: space.plain }, sql, bindings, rowLimit: 1_000 } },
    space.viewer,
  );
  return rows;
}

async function factsOf(table: string) {
  return readCatalogFacts(await read(catalogFacts, { schema: 'public', table }));
}

test('DASH-6 of a table nobody analysed a sample from all over it is read, not its oldest rows', async () => {
  const { columns, size } = await factsOf('sold');
  expect(columns.map(({ values }) => values)).toEqual([undefined, undefined, undefined, undefined]);
  const sampled = sampleOf('sold', size);
  const [[kinds, years, count] = []] = await read(
    `select count(distinct kind) as kinds, count(distinct extract(year from sold_at)) as years,
       count(*) as rows
     from (select kind, sold_at from ${sampled}) sample`,
  );
  expect(Number(kinds)).toBe(4);
  expect(Number(years)).toBeGreaterThan(5);
  expect(Number(count)).toBeLessThan(20_000);
  const view = (await factsOf('sold_view')).size;
  expect(sampleOf('sold_view', view)).toBe('sold_view limit 10000');
});

test('DASH-6 of a table that was analysed the catalog tells how many values a name has, and over which days a date goes', async () => {
  await space.run('analyze sold');
  const { columns, size } = await factsOf('sold');
  const of = (wanted: string) => columns.find(({ name }) => name === wanted);
  expect(size.rows).toBe(40_000);
  expect(of('kind')?.values).toBe(4);
  expect(of('id')?.values).toBe(40_000);
  // What nine of ten rows lack parts nothing.
  expect(of('rare')?.values).toBe(0);
  expect(of('sold_at')?.first?.slice(0, 4)).toBe('2016');
  expect(of('sold_at')?.last?.slice(0, 4)).toBe('2025');
});
