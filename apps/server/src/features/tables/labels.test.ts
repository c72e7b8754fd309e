import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { LabelledRow } from '@causeway/contract/tables/labels.ts';
import type { TableDetails, TableSummary } from '@causeway/contract/tables/details.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await space.run('create table people (id int primary key, email text unique, full_name text)');
  await space.run(`insert into people values (1, 'ada@x.test', 'Ada Lovelace'),
    (2, 'alan@x.test', 'Alan Turing'), (3, 'mary@x.test', 'Mary Ada Smith'), (12, null, null),
    (20, '100%@x.test', '100% sure')`);
  await space.run('create table stock (shop int, sku text, note text, primary key (shop, sku))');
  await space.run(`insert into stock values (1, 'a,b', 'first'), (1, 'c"d', 'second')`);
  await space.run('create table notes (body text)');
});
afterAll(() => space.stop());

async function lookUp(table: string, query: object = {}) {
  const text = qs.stringify({ connector: { id: space.plain }, ...query });
  const path = `/api/tables/v1/tables/${encodeURIComponent(table)}/lookup`;
  return space.server.send('GET', path, { token: space.viewer.token, query: text });
}

async function labels(table: string, body: object) {
  return space.server.send('POST', `/api/tables/v1/tables/${encodeURIComponent(table)}/labels`, {
    token: space.viewer.token,
    body: { connector: { id: space.plain }, ...body },
  });
}

async function change(settings: object) {
  const params = { projectId: space.projectId, connectorId: space.plain };
  await space.server.call(connectorRoutes.update, { params, body: { settings } }, space.owner);
}

async function read<Answer>(path: string): Promise<Answer> {
  const query = qs.stringify({ connector: { id: space.plain }, hidden: true });
  const { json } = await space.server.send('GET', `/api/tables/v1${path}`, {
    token: space.viewer.token,
    query,
  });
  return json as Answer;
}

const items = ({ json }: { json: unknown }) => (json as { items: LabelledRow[] }).items;
const names = (answer: { json: unknown }) => items(answer).map(({ label }) => label);

describe('choosing a row by what it is called', () => {
  test('SQL-3 rows are found by a part of their label, those that begin with it first', async () => {
    const found = await lookUp('people', { search: 'ada' });
    expect(found.json).toEqual({
      labelColumn: 'full_name',
      items: [
        { key: { id: '1' }, label: 'Ada Lovelace' },
        { key: { id: '3' }, label: 'Mary Ada Smith' },
      ],
      more: false,
    });
    expect(names(await lookUp('people', { search: '0% s' }))).toEqual(['100% sure']);
  });

  test('SQL-3 a key finds its own row first, then those whose key begins with it', async () => {
    const keys = items(await lookUp('people', { search: '2' })).map(({ key }) => key['id']);
    expect(keys).toEqual(['2', '20']);
    expect(items(await lookUp('people', { search: '12' }))).toEqual([
      { key: { id: '12' }, label: null },
    ]);
    expect(items(await lookUp('people', { search: '99999999999999999999' }))).toEqual([]);
  });

  test('SQL-3 without a text the first rows come, and whether there are more', async () => {
    const found = await lookUp('people', { limit: 2 });
    expect(names(found)).toHaveLength(2);
    expect(found.json).toMatchObject({ more: true });
  });

  test('SQL-3 a reference to other columns than the key is chosen by those', async () => {
    const found = await lookUp('people', { search: 'Alan', columns: ['email'] });
    expect(items(found)).toEqual([{ key: { email: 'alan@x.test' }, label: 'Alan Turing' }]);
    expect(codeOf(await lookUp('people', { columns: ['nope'] }))).toBe('422 E_COLUMN_NOT_FOUND');
    expect(codeOf(await lookUp('notes'))).toBe('422 E_VALIDATION');
  });

  test('SQL-3 of a key of several columns, rows that share the others come first', async () => {
    await space.run('create table rooms (hotel int, nr int, name text, primary key (hotel, nr))');
    await space.run(`insert into rooms select h, n, 'Room ' || h || n
      from generate_series(1, 3) h, generate_series(1, 4) n`);
    const near = JSON.stringify({ hotel: '3', other: 'x' });
    const listed = await lookUp('rooms', { near, limit: 5 });
    expect(names(listed)).toEqual(['Room 31', 'Room 32', 'Room 33', 'Room 34', 'Room 11']);
    expect(listed.json).toMatchObject({ more: true });
    expect(items(await lookUp('rooms', { near, search: 'room', limit: 4 }))[0]).toEqual({
      key: { hotel: '3', nr: '1' },
      label: 'Room 31',
    });
    expect(names(await lookUp('rooms', { near: '{"hotel":"x"}', limit: 1 }))).toEqual(['Room 11']);
  });
});

describe('what rows are called', () => {
  test('SQL-3 many keys get their labels at once, and keys without a row none', async () => {
    const found = await labels('people', { keys: [{ id: '2' }, { id: '12' }, { id: '77' }] });
    expect(items(found)).toEqual([
      { key: { id: '2' }, label: 'Alan Turing' },
      { key: { id: '12' }, label: null },
    ]);
  });

  test('SQL-3 keys of several columns and with any characters work', async () => {
    const found = await labels('stock', { keys: [{ shop: '1', sku: 'c"d' }] });
    expect(items(found)).toEqual([{ key: { shop: '1', sku: 'c"d' }, label: 'c"d' }]);
    expect(codeOf(await labels('stock', { keys: [{ shop: '1' }] }))).toBe('422 E_VALIDATION');
  });

  test('CONN-3 the connector says which column names the rows of a table', async () => {
    await change({ labelColumns: { people: 'email', stock: 'note' } });
    expect(names(await labels('people', { keys: [{ id: '1' }] }))).toEqual(['ada@x.test']);
    expect(names(await lookUp('stock', { search: 'sec' }))).toEqual(['second']);
    const { labelColumn } = await read<TableDetails>('/tables/people');
    expect(labelColumn).toBe('email');
  });
});

describe('a table that is renamed', () => {
  test('CONN-3 keeps its alias, its hiding, its label column and the aliases of its columns', async () => {
    await space.run('create table customers (id int primary key, mail text, firm text)');
    await space.run('create table scratch (id int primary key)');
    await change({
      hidden: ['scratch', 'tmp_*'],
      aliases: { customers: 'Kunden', 'customers.mail': 'E-Mail' },
      labelColumns: { customers: 'firm' },
    });
    await space.database.query('alter table customers rename to clients');
    await space.database.query('alter table clients rename mail to email');
    await space.database.query('alter table clients rename firm to company');
    await space.database.query('alter table scratch rename to scratch_old');
    const details = await read<TableDetails>('/tables/clients');
    expect(details).toMatchObject({ label: 'Kunden', labelColumn: 'company' });
    expect(details.columns.map(({ name, label }) => [name, label])).toEqual([
      ['id', 'id'],
      ['email', 'E-Mail'],
      ['company', 'company'],
    ]);
    const { tables } = await read<{ tables: TableSummary[] }>('/tables');
    const listed = tables.filter(({ name }) => /clients|scratch/.test(name));
    expect(listed.map(({ name, label, hidden }) => ({ name, label, hidden }))).toEqual([
      { name: 'clients', label: 'Kunden', hidden: false },
      { name: 'scratch_old', label: 'scratch_old', hidden: true },
    ]);
  });

  test('CONN-3 leaves its alias to a new table that takes its name', async () => {
    await space.run('create table prices (id int primary key)');
    await change({ aliases: { prices: 'Preise' } });
    await space.database.query('alter table prices rename to prices_old');
    await space.database.query('create table prices (id int primary key)');
    const labelOf = async (table: string) => {
      return (await read<TableDetails>(`/tables/${table}`)).label;
    };
    await space.database.query(`grant select on prices to ${space.role}`);
    expect([await labelOf('prices'), await labelOf('prices_old')]).toEqual([
      'Preise',
      'prices_old',
    ]);
  });
});
