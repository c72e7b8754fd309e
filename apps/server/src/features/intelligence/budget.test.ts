import { afterAll, expect, test } from 'vitest';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { intelligenceRoutes as routes } from '@causeway/contract/intelligence/intelligence.ts';
import { readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createScanRequests } from '#testing/scan-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import type { Candidate } from './checks/candidate.ts';
import { keepFindings } from './findings.ts';
import { tellNewFindings } from './telling.ts';

const space = await startSqlWorkspace();
const scans = createScanRequests(space);
const { server, projectId, plain: connectorId, editor, viewer } = space;
const { db } = server.services;
const params = { projectId };
afterAll(() => space.stop());

const candidate = (number: number, more: Partial<Candidate>): Candidate => ({
  check: 'sign',
  severity: 'high',
  schema: 'public',
  table: `table_${number}`,
  columns: [],
  objects: [number],
  facts: { count: number, total: 1_000 },
  size: number,
  ...more,
});

/** A scan that nobody waited for, and what it noticed. */
async function scanned(candidates: readonly Candidate[]): Promise<void> {
  const { id: scanId } = await readRow<{ id: string }>(
    db,
    sql`insert into scans (project_id, connector_id, cause, state)
        values (${projectId}, ${connectorId}, 'daily', 'done') returning id`,
  );
  await keepFindings(db, { projectId, connectorId, scanId, readAs: null }, candidates);
  await db.transaction((tx) => tellNewFindings(tx, { projectId, connectorId, scanId }));
}

async function told() {
  const { items } = await server.call(inboxRoutes.list, { query: {} }, editor);
  return items.filter(({ kind }) => kind === 'findings.new');
}

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + at);

test('INTEL-3 the first look at a database tells the ten gravest and counts the rest, and twenty a day are told', async () => {
  await scanned(numbers(1, 25).map((number) => candidate(number, {})));
  const [first] = await told();
  expect(first).toMatchObject({ times: 1, params: { count: 25 } });
  const list = first?.params['list'] as { en: string; de: string };
  expect(list.en.split('\n')).toHaveLength(11);
  expect(list.en).toMatch(/^• 25 negative values in table_25[^]*… and 15 more$/);
  expect(list.de).toMatch(/… und 15 weitere$/);
  await scanned(numbers(30, 5).map((number) => candidate(number, {})));
  expect((await told()).map(({ times }) => times)).toEqual([1]);
  expect(await scans.list()).toHaveLength(30);
  // What is critical is told however many there were.
  await scanned([candidate(40, { severity: 'critical' })]);
  expect((await told()).map(({ times }) => times)).toEqual([2]);
});

const list = async (show: 'open' | 'dismissed' = 'open') =>
  server.call(routes.list, { params, query: { connectorId, show } }, viewer);

async function dismiss(count: number, reason: 'known' | 'not-useful'): Promise<void> {
  const { items } = await list();
  for (const { id } of items.filter(({ check }) => check === 'skew').slice(0, count)) {
    const asked = { params: { projectId, findingId: id }, body: { reason } };
    await server.call(routes.dismiss, asked, editor);
  }
}

test('INTEL-3 a check that was not useful in more than three of ten goes quiet, is named, and is heard again', async () => {
  const skew = { check: 'skew' as const, severity: 'info' as const };
  await scanned(numbers(100, 12).map((number) => candidate(number, skew)));
  await dismiss(3, 'not-useful');
  await dismiss(4, 'known');
  expect((await list()).quiet).toEqual([]);
  await dismiss(1, 'not-useful');
  const { items, quiet } = await list();
  expect(quiet).toEqual([{ check: 'skew', findings: 4 }]);
  expect(items.filter(({ check }) => check === 'skew')).toEqual([]);
  // What is critical is told, whatever else the check said.
  await scanned([candidate(200, { ...skew, severity: 'critical' })]);
  expect((await list()).items.filter(({ check }) => check === 'skew')).toHaveLength(1);

  await server.call(routes.hear, { params: { projectId, check: 'skew' } }, editor);
  expect((await list()).quiet).toEqual([]);
  expect((await list()).items.filter(({ check }) => check === 'skew')).toHaveLength(5);
  // What was dismissed before counts no more.
  await dismiss(1, 'not-useful');
  expect((await list()).quiet).toEqual([]);
});

test('INTEL-3 who dismisses an unusual day may mute its series in that direction, until it is shown again', async () => {
  await space.run('create table visits (id int primary key, opened_at timestamptz not null)');
  await space.run(`insert into visits select row_number() over (), day + n * interval '10 minutes'
      from generate_series(current_date - 120, current_date - 1, interval '1 day') day,
        generate_series(1, 100) n
      where not (day = current_date - 9 and n > 20)`);
  await scans.scan();
  const found = await scans.find('unusual-day', 'visits');
  const asked = { params: { projectId, findingId: found?.id ?? '' } };
  const body = { reason: 'intended' as const, mutesSeries: true };
  await server.call(routes.dismiss, { ...asked, body }, editor);
  // Another day, the same direction.
  await space.run(`delete from visits where id % 5 > 0
      and opened_at >= current_date - 4 and opened_at < current_date - 3`);
  await space.run(`insert into visits select 100000 + n, current_date - 9 + n * interval '10 minutes'
      from generate_series(21, 100) n`);
  await scans.scan();
  expect(await scans.find('unusual-day', 'visits')).toBeUndefined();
  await server.call(routes.reopen, asked, editor);
  await scans.scan();
  const days = (await scans.list()).filter(({ check }) => check === 'unusual-day');
  expect(days.map(({ facts }) => facts['day'])).toHaveLength(2);
});
