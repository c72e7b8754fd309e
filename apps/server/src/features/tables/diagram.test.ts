import qs from 'qs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { SchemaDiagram } from '@causeway/contract/tables/diagram.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  const statements = [
    'create schema crm',
    `grant usage on schema crm to ${space.role}`,
    'create table crm.people (id int primary key, name text)',
    `grant all on crm.people to ${space.role}`,
    'create table rooms (house int, nr int, title text, primary key (house, nr))',
    `create table stays (id int primary key, house int, room int, guest int not null
      references crm.people, note text, foreign key (house, room) references rooms)`,
    'create table bills (stay int primary key references stays, total numeric)',
    'create table staff (id int primary key, boss int references staff)',
    'create table secrets (id int primary key, stay int references stays)',
    'create table alone (id int primary key)',
    `grant all on all tables in schema public to ${space.role}`,
  ];
  for (const statement of statements) await space.database.query(statement);
  await space.server.call(
    connectorRoutes.update,
    {
      params: { projectId: space.projectId, connectorId: space.plain },
      body: {
        settings: { hidden: ['secrets'], aliases: { stays: 'Stays', 'stays.guest': 'Guest' } },
      },
    },
    space.owner,
  );
});
afterAll(() => space.stop());

async function draw(query: object = {}): Promise<SchemaDiagram> {
  const text = qs.stringify({ connector: { id: space.plain }, ...query });
  const path = '/api/tables/v1/diagram';
  return read(await space.server.send('GET', path, { token: space.viewer.token, query: text }));
}

function linesOf({ references }: SchemaDiagram): string[] {
  return references
    .map(({ from, to, isUnique }) => {
      const [source, target] = [from, to].map(
        ({ table, columns }) => `${table}(${columns.join()})`,
      );
      return `${source} ${isUnique ? '–' : '→'} ${target}`;
    })
    .toSorted();
}

test('SQL-4 a schema is drawn with its references, into other schemas too, without hidden tables', async () => {
  const diagram = await draw();
  expect(diagram.tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['people', 'alone', 'bills', 'rooms', 'staff', 'stays']),
  );
  expect(diagram.tables.map(({ name }) => name)).not.toContain('secrets');
  expect(diagram.total).toBe(diagram.tables.length);
  expect(linesOf(diagram)).toEqual([
    'bills(stay) – stays(id)',
    'staff(boss) → staff(id)',
    'stays(guest) → people(id)',
    'stays(house,room) → rooms(house,nr)',
  ]);
  expect(diagram.tables.find(({ name }) => name === 'stays')).toMatchObject({
    label: 'Stays',
    columnCount: 5,
    columns: [
      { name: 'id', isKey: true, isReference: false },
      { name: 'house', isReference: true, isNullable: true },
      { name: 'room' },
      { name: 'guest', label: 'Guest', isKey: false, isReference: true, isNullable: false },
    ],
  });
  const { tables } = await draw({ columns: 'all' });
  expect(tables.find(({ name }) => name === 'stays')?.columns).toHaveLength(5);
});

test('SQL-4 of a schema too large to be drawn one table and those around it are', async () => {
  const { tables, total, hubs } = await draw({ limit: 3 });
  expect(tables).toEqual([]);
  expect(total).toBe(5);
  // What refers to itself counts once, what is hidden still refers.
  expect(hubs.slice(0, 1)).toEqual([{ name: 'stays', label: 'Stays', references: 4 }]);
  const around = await draw({ focus: 'bills', limit: 3 });
  expect(around.tables.map(({ name }) => name)).toEqual(['bills', 'stays']);
  expect(linesOf(around)).toEqual(['bills(stay) – stays(id)']);
  expect((await draw({ focus: 'secrets' })).tables).toEqual([]);
});
