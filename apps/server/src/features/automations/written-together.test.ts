import { afterAll, expect, test } from 'vitest';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
const ledger = createLedgerRequests(space);
afterAll(() => space.stop());

async function writing(table: string) {
  return flows.published(
    chain(manual, {
      kind: 'upsert',
      id: 'write',
      connectorId: space.plain,
      table,
      keys: ['id'],
      rows: '{{ trigger.rows }}',
    }),
  );
}

test('AUTO-3 rows that name different columns are written all or not at all', async () => {
  await space.run(`create table flow_prices (id int4 primary key, price int4 check (price > 0),
    note text)`);
  await space.run("insert into flow_prices values (1, 10, 'kept')");
  const workflow = await writing('flow_prices');
  const rows = [
    { id: 1, price: 20 },
    { id: 2, note: 'new' },
    { id: 3, price: -1, note: 'bad' },
  ];
  const refused = await flows.until(await flows.start(workflow, { rows }));
  expect(refused).toMatchObject({ status: 'failed', error: { step: 'write' } });
  const all = 'select * from flow_prices order by id';
  expect((await space.run(all)).rows).toEqual([[1, 10, 'kept']]);
});

test('AUTO-3 SQL-3 rows of different columns that a workflow wrote are one change that can be taken back', async () => {
  await space.run('create table flow_seats (id int4 primary key, name text, place text)');
  await space.run("insert into flow_seats values (1, 'Ada', 'A1'), (4, 'Bo', 'B1')");
  const before = (await space.run('select * from flow_seats order by id')).rows;
  const rows = [
    { id: 1, name: 'Ada L.' },
    { id: 2, name: 'Cy', place: 'C1' },
    { id: 1, place: 'A2' },
    { id: 3 },
  ];
  const run = await flows.until(await flows.start(await writing('flow_seats'), { rows }));
  expect(run.steps).toMatchObject([{ output: { rows: [], rowCount: 4 } }]);
  const after = [
    [1, 'Ada L.', 'A2'],
    [2, 'Cy', 'C1'],
    [3, null, null],
    [4, 'Bo', 'B1'],
  ];
  expect((await space.run('select * from flow_seats order by id')).rows).toEqual(after);
  const set = await ledger.newestSet('flow_seats');
  expect(set).toMatchObject({ inserted: 2, updated: 1, notRevertible: null, screen: 'workflow' });
  read(await ledger.revert(set.id));
  expect((await space.run('select * from flow_seats order by id')).rows).toEqual(before);
});
