import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  createTableRequests,
  insert,
  read,
  type TableRequests,
  update,
} from '#testing/table-requests.ts';

/** A role can be set up to print and to read values in its own way; what is in tables stays the same. */

let tables: TableRequests;
const space = await startSqlWorkspace();
const ledger = createLedgerRequests(space);
const settings = {
  datestyle: `'SQL, DMY'`,
  intervalstyle: `'sql_standard'`,
  bytea_output: 'escape',
  array_nulls: 'off',
  xmloption: 'document',
};
beforeAll(async () => {
  for (const [name, value] of Object.entries(settings)) {
    await space.database.query(`alter role ${space.role} set ${name} to ${value}`);
  }
  await space.server.services.databases.forget(space.plain);
  tables = createTableRequests(space);
});
afterAll(() => space.stop());

test('SQL-10 NULL and the text NULL are two things for a role that reads arrays as one', async () => {
  await space.run('create table notes (id int primary key, note text, due date, tags text[])');
  await tables.stage('notes', [
    insert('1', { id: '1', note: null, due: null, tags: '{a,NULL}' }),
    insert('2', { id: '2', note: 'NULL', due: '2021-05-04', tags: '{"NULL"}' }),
  ]);
  await tables.applied('notes');
  const shown = 'select id, note, due::text, tags from notes order by id';
  const before = [
    [1, null, null, ['a', null]],
    [2, 'NULL', '2021-05-04', ['NULL']],
  ];
  expect(await space.rowsOf(shown)).toEqual(before);
  await tables.stage('notes', [
    update({ id: '1' }, { note: 'x', tags: null }),
    update({ id: '2' }, { note: null, due: null }),
  ]);
  await tables.applied('notes');
  read(await ledger.revert((await ledger.newestSet('notes')).id));
  expect(await space.rowsOf(shown)).toEqual(before);
});

test('SQL-5 SQL-10 values are printed one way everywhere, and dates are read in the order of the role', async () => {
  await space.run('create table kinds (at timestamp, span interval, bits bytea, doc xml)');
  await space.run(
    `insert into kinds values ('5.4.2021 06:07:08', '-1 days +02:03:00', '\\x00ff', '<a/>'),
      ('4.5.2021 06:07:08', '-1 days -02:03:00', '\\x00', '<a/>')`,
  );
  const { rows } = await tables.page('kinds', { sorts: [] });
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['2021-04-05 06:07:08', '-1 days +02:03:00', String.raw`\x00ff`, '<a/>'],
    ['2021-05-04 06:07:08', '-1 days -02:03:00', String.raw`\x00`, '<a/>'],
  ]);
  // Rows without a key are found again by what was printed, on a connection of another kind.
  const named = { at: rows[0]?.[0], span: rows[0]?.[1], bits: rows[0]?.[2], doc: rows[0]?.[3] };
  const answer = await space.server.send('POST', '/api/exports/v1/stream', {
    token: space.viewer.token,
    body: {
      connector: { id: space.plain },
      source: { kind: 'table', table: 'kinds', rows: [named] },
      file: { format: 'json' },
    },
  });
  expect(answer.json).toEqual([named]);
});

test('SQL-1 a session prints dates the same way again after it was reset', async () => {
  for (const round of [1, 2, 3]) {
    const { rows } = await space.run(`select '5.4.2021'::date, ${round}`);
    expect(rows).toEqual([['2021-04-05', round]]);
  }
});

test('SQL-3 a moment is the same one when the role prints it by the clock of another zone', async () => {
  const { databases } = space.server.services;
  const printBy = async (zone: string) => {
    await space.database.query(`alter role ${space.role} set timezone to '${zone}'`);
    await databases.forget(space.plain);
  };
  await printBy('Europe/Berlin');
  await space.run('create table calls (id int primary key, at timestamptz, note text)');
  await space.run(`insert into calls values (1, '2021-01-05 06:07:08.25+00', 'a')`);
  const seen = await tables.open('calls', { id: '1' });
  await tables.stage('calls', [update({ id: '1' }, { note: 'b' }, seen)]);
  await printBy('Asia/Kolkata');
  const { changeSetId } = await tables.applied('calls');
  await printBy('America/New_York');
  read(await ledger.revert(changeSetId ?? ''));
  expect(await space.rowsOf('select note from calls')).toEqual([['a']]);
});
