import { afterAll, expect, test } from 'vitest';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createScanRequests } from '#testing/scan-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { usualGaps } from './rows/usual-gaps.ts';

const space = await startSqlWorkspace();
const scans = createScanRequests(space);
afterAll(() => space.stop());

/** As the planner sees it: what is asked of a table depends on how many rows that are. */
async function pretendRows(table: string, rows: number): Promise<void> {
  await space.database.query(
    `update pg_class set reltuples = ${rows} where oid = 'public.${table}'::regclass`,
  );
}

test('INTEL-2 a check that was not asked does not end what it once noticed', async () => {
  await space.run(`create table people (id int primary key, email text)`);
  await space.run(`insert into people select n, 'p' || case when n > 2990 then n - 10 else n end
      || '@example.com' from generate_series(1, 3000) n`);
  await space.database.query('analyze people');
  await scans.scan();
  const found = await scans.find('duplicates', 'people');
  expect(found).toBeDefined();
  // It grew: above two million rows nobody groups all of it.
  await pretendRows('people', 3_000_000);
  for (let look = 0; look < 3; look += 1) await scans.scan();
  expect((await scans.find('duplicates', 'people'))?.id).toBe(found?.id);
  await pretendRows('people', 3_000);
  await space.run('update people set email = id::text');
  for (let look = 0; look < 2; look += 1) await scans.scan();
  expect(await scans.find('duplicates', 'people')).toBeUndefined();
});

test('INTEL-2 a state without its counterpart is over when it was asked for, not when its table was looked at', async () => {
  await space.run(`create table parcels (id int primary key, status text not null)`);
  await space.run(
    `create table proofs (id int primary key, parcel_id int not null references parcels)`,
  );
  await space.run('create index on proofs (parcel_id)');
  await space.run(`insert into parcels select n, 'delivered' from generate_series(1, 2000) n`);
  await space.run(`insert into proofs select n, n from generate_series(1, 1995) n`);
  await scans.scan();
  const found = await scans.find('lonely-state', 'parcels');
  expect(found?.facts).toMatchObject({ count: 5, child: 'proofs' });
  await space.database.query('analyze proofs');
  await pretendRows('proofs', 3_000_000);
  for (let look = 0; look < 3; look += 1) await scans.scan();
  expect((await scans.find('lonely-state', 'parcels'))?.id).toBe(found?.id);
  await pretendRows('proofs', 1_995);
  await space.run('insert into proofs select n, n from generate_series(1996, 2000) n');
  for (let look = 0; look < 2; look += 1) await scans.scan();
  expect(await scans.find('lonely-state', 'parcels')).toBeUndefined();
});

test('INTEL-2 days of a table too large to be read are told by the index of its time, and coverage says it was looked at in part', async () => {
  await space.run('create table calls (id int primary key, opened_at timestamptz not null)');
  await space.run(`insert into calls select row_number() over (), day + n * interval '10 minutes'
      from generate_series(current_date - 120, current_date - 1, interval '1 day') day,
        generate_series(1, 100) n
      where not (day = current_date - 9 and n > 20)`);
  await space.database.query('analyze calls');
  await pretendRows('calls', 3_000_000);
  await scans.scan();
  expect(await scans.find('unusual-day', 'calls')).toBeUndefined();
  await space.run('create index on calls (opened_at)');
  await pretendRows('calls', 3_000_000);
  const covered = await scans.scan();
  const found = await scans.find('unusual-day', 'calls');
  expect(found?.facts).toMatchObject({ value: 20, expected: 100 });
  expect(covered.partly).toEqual({ size: 1, time: 0, columns: 0 });
  await space.run('drop table calls');
});

test('INTEL-2 a week without rows is told where only a few come a day', async () => {
  await space.run('create table audits (id int primary key, opened_at timestamptz not null)');
  await space.run(`insert into audits select row_number() over (), day + n * interval '1 hour'
      from generate_series(current_date - 300, current_date - 1, interval '1 day') day,
        generate_series(1, 5) n
      where day not between date_trunc('week', current_date) - interval '7 days'
        and date_trunc('week', current_date) - interval '1 day'`);
  await scans.scan();
  const found = await scans.find('unusual-day', 'audits');
  expect(found?.facts).toMatchObject({ span: 'week', value: 0, expected: 35 });
  expect(await space.rowsOf(found?.sql ?? '')).not.toEqual([]);
  await space.run('drop table audits');
});

const fill = (empty: number) =>
  space.run(`update contacts set region = case when id > ${empty} then 'north' end`);

test('INTEL-2 gaps that creep up are told by how it was weeks ago, and until they fall back', async () => {
  await space.run('create table contacts (id int primary key, region text)');
  await space.run('insert into contacts select n from generate_series(1, 100) n');
  await fill(5);
  await scans.scan();
  await changeRows(
    space.server.services.db,
    sql`update table_profiles set week = week - 7
        where connector_id = ${space.plain} and table_name = 'contacts'`,
  );
  await fill(9);
  await scans.scan();
  expect(await scans.find('gaps', 'contacts')).toBeUndefined();
  await fill(13);
  await scans.scan();
  const found = await scans.find('gaps', 'contacts');
  expect(found?.facts).toMatchObject({ cause: '5 % → 13 %', share: 0.13 });
  for (let look = 0; look < 3; look += 1) await scans.scan();
  expect((await scans.find('gaps', 'contacts'))?.id).toBe(found?.id);
  await fill(6);
  for (let look = 0; look < 2; look += 1) await scans.scan();
  expect(await scans.find('gaps', 'contacts')).toBeUndefined();
});

test('INTEL-2 one odd week among many is not what is usual, and weeks that were told of stay told', () => {
  const weeks = (...shares: (number | null)[]) =>
    shares.map((nullShare) => ({
      columns: [
        { name: 'region', type: 'text', nullShare, distinct: 2, min: null, max: null, common: [] },
      ].map((column) => ({ ...column, isPersonal: false })),
    }));
  const shareOf = (shares: (number | null)[], told = new Map<string, number>()) =>
    usualGaps(weeks(...shares), told).get('region');
  expect(shareOf([0.2, 0.2, 0, 0.2, 0.2, 0.2])).toEqual({ share: 0.2, isTold: false });
  expect(shareOf([0.25, 0.18, 0.11])).toEqual({ share: 0.11, isTold: false });
  expect(shareOf([0.25, 0.25], new Map([['region', 0.05]]))).toEqual({ share: 0.05, isTold: true });
  expect(shareOf([null])).toBeUndefined();
});
