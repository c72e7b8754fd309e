import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { type DraftChange, refOfKey } from '@causeway/contract/tables/edits.ts';
import { definitionOf, readDefinition } from '@causeway/contract/tables/view.ts';
import type { SavedView } from '@causeway/contract/tables/saved-views.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, insert, read, remove, update } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

/** Changed behind the product's back, as others do it. */
async function change(...statements: string[]): Promise<void> {
  for (const statement of statements) await space.database.query(statement);
}

/** A new row that stands below another. */
function insertBelow(after: string, values: Record<string, string>): DraftChange {
  return { ...insert('new', values), after } as DraftChange;
}

async function listDrafts() {
  const { json } = await space.server.send('GET', '/api/tables/v1/drafts', {
    token: space.editor.token,
    query: `connector[id]=${space.plain}`,
  });
  return json as { table: string; updates: number }[];
}

test('SQL-3 staged edits follow a renamed table and renamed columns, those of the key too', async () => {
  await space.run('create table tickets (id int primary key, state text, note text)');
  await space.run(
    `insert into tickets values (1, 'open', 'a'), (2, 'open', 'b'), (3, 'open', 'c')`,
  );
  const seen = await tables.open('tickets', { id: '3' });
  await tables.stage('tickets', [
    update({ id: '1' }, { state: 'done' }, { base: { state: 'open' } }),
    remove({ id: '3' }, seen),
    insertBelow(refOfKey({ id: '1' }), { id: '4', note: 'd' }),
  ]);
  await change(
    'alter table tickets rename to cases',
    'alter table cases rename id to "case no"',
    'alter table cases rename state to stand',
  );

  expect(await listDrafts()).toContainEqual(
    expect.objectContaining({ table: 'cases', inserts: 1, updates: 1, deletes: 1 }),
  );
  const { changes } = await tables.draft('cases');
  const key = { 'case no': '1' };
  expect(changes).toEqual([
    update(key, { stand: 'done' }, { base: { stand: 'open' } }),
    remove(
      { 'case no': '3' },
      { version: seen.version, base: { 'case no': '3', stand: 'open', note: 'c' } },
    ),
    insertBelow(refOfKey(key), { 'case no': '4', note: 'd' }),
  ]);
  expect((await tables.draft('tickets')).changes).toEqual([]);

  // A page that was opened before still calls the row and its column by their old names.
  await tables.stage('cases', [
    update({ id: '2' }, { state: 'late' }, { base: { state: 'open' } }),
  ]);
  const refs = [refOfKey({ id: '1' }), refOfKey({ id: '2' })];
  expect(await tables.preview('cases', { refs })).toHaveLength(2);
  expect(await tables.applied('cases', { refs })).toMatchObject({ updated: 2, deleted: 0 });
  expect(await tables.applied('cases')).toMatchObject({ inserted: 1, deleted: 1 });
  expect(await space.rowsOf('select * from cases order by 1')).toEqual([
    [1, 'done', 'a'],
    [2, 'late', 'b'],
    [4, null, 'd'],
  ]);
});

test('SQL-3 a draft stays with its name while another table has it', async () => {
  await space.run('create table parts (id int primary key, name text)');
  await space.run(`insert into parts values (1, 'old')`);
  await tables.stage('parts', [update({ id: '1' }, { name: 'x' }, { base: { name: 'old' } })]);
  await change(
    'alter table parts rename to parts_old',
    'create table parts (like parts_old including all)',
    `insert into parts values (1, 'old')`,
    `grant all on parts to ${space.role}`,
  );
  expect((await tables.draft('parts_old')).changes).toEqual([]);
  await tables.applied('parts');
  expect(await space.rowsOf('select name from parts')).toEqual([['x']]);
  expect(await space.rowsOf('select name from parts_old')).toEqual([['old']]);
});

test('SQL-3 edits of the table that has the place come first, and the others wait', async () => {
  await space.run('create table here (id int primary key)');
  await space.run('create table there (id int primary key)');
  await tables.stage('here', [insert('one', { id: '1' })]);
  await tables.stage('there', [insert('two', { id: '2' })]);
  await change('drop table there', 'alter table here rename to there');
  expect((await tables.draft('there')).changes).toEqual([insert('two', { id: '2' })]);
  await tables.discard('there');
  expect((await tables.draft('there')).changes).toEqual([insert('one', { id: '1' })]);
  await tables.applied('there');
  expect(await space.rowsOf('select id from there')).toEqual([[1]]);
});

test('SQL-3 staged edits stay with their columns when two of them swap names', async () => {
  await space.run('create table swapped (id int primary key, net text, gross text, tax text)');
  await space.run(`insert into swapped values (1, 'n', 'g', 't')`);
  const { oid, columns } = await tables.details('swapped');
  const numbers = columns.map(({ name, number }): [string, number] => [name, number]);
  const { version } = await tables.open('swapped', { id: '1' });
  const edit = update({ id: '1' }, { net: 'n2' }, { version, base: { net: 'n' } });
  await tables.stage('swapped', [edit, insert('new', { id: '2', gross: 'g2', tax: 't2' })]);
  await change(
    'alter table swapped rename net to aside',
    'alter table swapped rename gross to net',
    'alter table swapped rename aside to gross',
  );
  const moved = update({ id: '1' }, { gross: 'n2' }, { version, base: { gross: 'n' } });
  const added = insert('new', { id: '2', net: 'g2', tax: 't2' });
  expect((await tables.draft('swapped')).changes).toEqual([moved, added]);
  // Once, however often it is looked at.
  expect((await tables.draft('swapped')).changes).toEqual([moved, added]);
  // A page that was opened before still speaks of the columns as they were.
  await tables.stage('swapped', [insert('late', { id: '3', gross: 'g3' })], [], {
    oid,
    columns: Object.fromEntries(numbers),
  });
  await tables.applied('swapped');
  expect(await space.rowsOf('select id, gross, net, tax from swapped order by id')).toEqual([
    [1, 'n2', 'g', 't'],
    [2, null, 'g2', 't2'],
    [3, null, 'g3', null],
  ]);
});

test('SQL-3 an edit whose column took the name of a dropped one is not lost and not written elsewhere', async () => {
  await space.run('create table joined (id int primary key, kept text, gone text)');
  const edit = insert('new', { id: '1', kept: 'k', gone: 'g' });
  await tables.stage('joined', [edit]);
  await change('alter table joined drop gone', 'alter table joined rename kept to gone');
  expect((await tables.draft('joined')).changes).toEqual([edit]);
  expect(codeOf(await tables.apply('joined'))).toBe('422 E_COLUMN_NOT_FOUND');
});

test('SQL-3 an edit of a dropped column is named, not applied and not lost', async () => {
  await space.run('create table lost (id int primary key, name text, extra text)');
  await space.run(`insert into lost values (1, 'a', 'b')`);
  const edit = update({ id: '1' }, { name: 'x', extra: 'y' }, { base: { name: 'a', extra: 'b' } });
  await tables.stage('lost', [edit]);
  await change('alter table lost drop extra');
  expect((await tables.draft('lost')).changes).toEqual([edit]);
  const answer = await tables.apply('lost');
  expect(codeOf(answer)).toBe('422 E_COLUMN_NOT_FOUND');
  expect(answer.json).toMatchObject({ details: { ref: edit.ref, column: 'extra' } });
  expect((await tables.draft('lost')).changes).toEqual([edit]);
});

test('SQL-2 saved views follow renames, with everything they say of columns', async () => {
  await space.run('create table sales (id int primary key, state text, total numeric)');
  const definition = definitionOf({
    ...readDefinition(''),
    filters: [{ column: 'state', operator: 'eq', value: 'open' }],
    where: 'total > 3',
    sorts: [{ column: 'total', direction: 'desc' }],
  });
  const path = '/api/tables/v1/tables';
  const body = { name: 'Open', definition, isShared: true };
  const view = read<SavedView>(await tables.send('POST', `${path}/sales/views`, body));
  await tables.send('PUT', `${path}/sales/default-view`, { viewId: view.id });
  await change(
    'alter table sales rename to revenue',
    'alter table revenue rename state to stand',
    'alter table revenue rename total to "sum"',
  );
  // Nobody is told that it is missing: it was renamed.
  const params = { projectId: space.projectId, connectorId: space.plain };
  const { missing } = await space.server.call(connectorRoutes.visit, { params }, space.owner);
  expect(missing.flatMap(({ dependents }) => dependents.map(({ name }) => name))).toEqual([]);

  type Listed = { views: SavedView[]; defaultId: string | null };
  const listed = read<Listed>(await tables.get('revenue', 'views', {}, space.editor));
  expect(listed.defaultId).toBe(view.id);
  expect(readDefinition(listed.views[0]?.definition ?? '')).toMatchObject({
    filters: [{ column: 'stand' }],
    where: '"sum" > 3',
    sorts: [{ column: 'sum' }],
  });
  const removed = await tables.send('DELETE', `/api/tables/v1/views/${view.id}`, {});
  expect(read<SavedView>(removed).definition).toBe(listed.views[0]?.definition);
});

test('SQL-3 history follows renames, and what was written before one can be taken back after it', async () => {
  const ledger = createLedgerRequests(space);
  await space.run('create table parcels (id int primary key, state text)');
  await space.run(`insert into parcels values (1, 'new')`);
  await tables.stage('parcels', [
    update({ id: '1' }, { state: 'sent' }, { base: { state: 'new' } }),
  ]);
  const { changeSetId } = await tables.applied('parcels');
  await change(
    'alter table parcels rename to shipments',
    'alter table shipments rename id to nr',
    'alter table shipments rename state to stand',
  );
  const { items } = await ledger.history('shipments', { nr: '1' });
  expect(items.map(({ before, after }) => [before, after])).toEqual([
    [
      { nr: '1', stand: 'new' },
      { nr: '1', stand: 'sent' },
    ],
    [null, { nr: '1', stand: 'new' }],
  ]);
  await change('alter table shipments rename to sendings');
  expect(read<object>(await ledger.revert(changeSetId ?? ''))).toMatchObject({ updated: 1 });
  expect(await space.rowsOf('select * from sendings')).toEqual([[1, 'new']]);
  expect((await ledger.newestSet('sendings')).revertsId).toBe(changeSetId);
  expect((await ledger.history('sendings', { nr: '1' })).items).toHaveLength(3);
});

test('SQL-3 what was written is taken back in its own column, whatever that is called by now', async () => {
  const ledger = createLedgerRequests(space);
  await space.run('create table scales (id int primary key, net text, gross text)');
  await space.run(`insert into scales values (1, 'before', 'after')`);
  await tables.stage('scales', [
    update({ id: '1' }, { net: 'after' }, { base: { net: 'before' } }),
  ]);
  const { changeSetId } = await tables.applied('scales');
  await change(
    'alter table scales rename net to aside',
    'alter table scales rename gross to net',
    'alter table scales rename aside to gross',
  );
  read(await ledger.revert(changeSetId ?? ''));
  expect(await space.rowsOf('select gross, net from scales')).toEqual([['before', 'after']]);
});

test('SQL-3 what was written before its column took the name of a dropped one can be taken back', async () => {
  const ledger = createLedgerRequests(space);
  await space.run('create table hulls (id int primary key, gone text, kept text)');
  await space.run(`insert into hulls values (1, 'g', 'k')`);
  await tables.stage('hulls', [update({ id: '1' }, { kept: 'k2' }, { base: { kept: 'k' } })]);
  const { changeSetId } = await tables.applied('hulls');
  await change('alter table hulls drop gone', 'alter table hulls rename kept to gone');
  read(await ledger.revert(changeSetId ?? ''));
  expect(await space.rowsOf('select * from hulls')).toEqual([[1, 'k']]);
});

test('SQL-3 what was written to a column that is gone is said not to come back', async () => {
  const ledger = createLedgerRequests(space);
  await space.run('create table masts (id int primary key, height int, colour text)');
  await space.run(`insert into masts values (1, 5, 'red')`);
  await tables.stage('masts', [update({ id: '1' }, { colour: 'blue' }, { base: {} })]);
  const { changeSetId } = await tables.applied('masts');
  await change('alter table masts drop colour');
  expect(codeOf(await ledger.revert(changeSetId ?? ''))).toBe('412 E_VERSION_CONFLICT');
});

test('NAV-8 who comes by an old name of a table or a column is told the new one', async () => {
  const discover = (table: string) => {
    const query = `connector[id]=${space.plain}`;
    const path = `/api/tables/v1/tables/${table}`;
    return space.server.send('GET', path, { token: space.viewer.token, query });
  };
  await space.run('create table drawers (id int primary key, label text)');
  expect(read<TableDetails>(await discover('drawers')).earlierColumns).toEqual({});
  await change(
    'alter table drawers rename to cabinets',
    'alter table cabinets rename label to title',
  );
  const missing = await discover('drawers');
  expect(codeOf(missing)).toBe('404 E_TABLE_NOT_FOUND');
  expect(missing.json).toMatchObject({
    details: { renamed: { schema: 'public', table: 'cabinets' } },
  });
  expect(read<TableDetails>(await discover('cabinets')).earlierColumns).toEqual({ label: 'title' });

  // Once something else has the name, the name is that table's, also when it is gone again.
  await space.run('create table drawers (id int primary key, handle text)');
  expect(read<TableDetails>(await discover('drawers')).earlierColumns).toEqual({});
  await change('drop table drawers');
  const gone = await discover('drawers');
  expect(codeOf(gone)).toBe('404 E_TABLE_NOT_FOUND');
  expect(gone.json).not.toHaveProperty('details');
  expect(codeOf(await discover('never_there'))).toBe('404 E_TABLE_NOT_FOUND');
});
