import { afterAll, expect, test } from 'vitest';
import { type Checked, createReplaceRequests, type Ran } from '#testing/replace-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const { send, ask } = createReplaceRequests(space);
afterAll(() => space.stop());

test('SQL-7 keys met twice, values too long and lost references are told before it runs', async () => {
  await space.run('create table colours (name text primary key)');
  await space.run(`insert into colours values ('red'), ('blue')`);
  await space.run(`create table things (id int primary key, code varchar(5) unique,
    colour text references colours)`);
  await space.run(
    `insert into things values (1, 'a-1', 'red'), (2, 'b-1', 'blue'), (3, 'x', 'red')`,
  );
  const check = (more: object) => ask<Checked>('check', { table: 'things', find: 'b', ...more });
  expect((await check({ columns: ['code'], replaceWith: 'a' })).conflicts).toEqual([
    { kind: 'unique', rule: 'things_code_key', columns: ['code'], rows: 1, keys: [{ id: '2' }] },
  ]);
  expect((await check({ columns: ['code'], replaceWith: 'long' })).conflicts).toMatchObject([
    { kind: 'length', rule: 'character varying(5)', rows: 1, keys: [{ id: '2' }] },
  ]);
  expect((await check({ columns: ['colour'], replaceWith: 'g' })).conflicts).toMatchObject([
    { kind: 'reference', columns: ['colour'], rows: 1, keys: [{ id: '2' }] },
  ]);
  const refused = await send(
    'run',
    { table: 'things', columns: ['code'], find: 'b', replaceWith: 'a' },
    { expectedRows: 1 },
  );
  expect(codeOf(refused)).toBe('422 E_SQL_CONSTRAINT');
  expect(await space.rowsOf(`select code from things where id = 2`)).toEqual([['b-1']]);
});

test('SQL-7 rules of the table and of its domains are told before it runs', async () => {
  await space.run(`create domain code as text check (value ~ '^[a-z]+$')`);
  await space.run(`create table ruled (id int primary key, kind text, n int, code code,
    constraint known_kind check (kind in ('a', 'b') or n > 1))`);
  await space.run(`insert into ruled values (1, 'a', 1, 'x'), (2, 'a', 2, 'ax'), (3, 'b', 1, 'y')`);
  const check = (more: object) => ask<Checked>('check', { table: 'ruled', find: 'a', ...more });
  expect(await check({ columns: ['kind'], replaceWith: 'c' })).toEqual({
    rows: 2,
    unforeseen: [],
    conflicts: [
      {
        kind: 'check',
        rule: 'known_kind',
        columns: ['kind', 'n'],
        rows: 1,
        keys: [{ id: '1' }],
      },
    ],
  });
  expect((await check({ columns: ['code'], replaceWith: '9' })).conflicts).toMatchObject([
    { kind: 'check', rule: 'code_check', rows: 1, keys: [{ id: '2' }] },
  ]);
  const only = { only: [{ id: '2' }] };
  const replacement = { table: 'ruled', find: 'a', columns: ['kind'], replaceWith: 'c' };
  expect(await ask<Checked>('check', replacement, only)).toEqual({
    rows: 1,
    conflicts: [],
    unforeseen: [],
  });
  await ask<Ran>('run', replacement, { ...only, expectedRows: 1 });
  expect(await space.rowsOf('select kind from ruled order by id')).toEqual([['a'], ['c'], ['b']]);
});

test('SQL-7 what an index refuses is told before it runs: expressions, some rows only, exclusions', async () => {
  const statements = [
    `create table booked (id int primary key, room text, email text, is_open boolean, during int4range,
      exclude using gist (int4range(length(room), length(room), '[]') with &&, during with &&))`,
    'create unique index booked_email on booked (lower(email))',
    'create unique index booked_open on booked (room) where is_open',
    'create table seats (id int primary key, seat text, exclude using hash (seat with =))',
    `insert into booked values (1, 'a', 'X@y', true, '[1,5)'), (2, 'bb', 'x@z', true, '[2,4)'),
      (3, 'bbb', 'q', false, '[9,10)')`,
    "insert into seats values (1, 'A1'), (2, 'B1'), (3, 'C2')",
  ];
  for (const statement of statements) await space.run(statement);
  const rooms = { table: 'booked', columns: ['room'], find: 'a', replaceWith: 'bb' };
  const { conflicts: booked, unforeseen } = await ask<Checked>('check', rooms);
  expect(unforeseen).toEqual([]);
  expect(booked.map(({ kind, rule, rows, keys }) => [kind, rule, rows, keys])).toEqual(
    expect.arrayContaining([
      ['unique', 'booked_open', 1, [{ id: '1' }]],
      ['exclude', 'booked_int4range_during_excl', 1, [{ id: '1' }]],
    ]),
  );
  const mails = { table: 'booked', columns: ['email'], find: 'z', replaceWith: 'Y' };
  expect((await ask<Checked>('check', mails)).conflicts).toMatchObject([
    { kind: 'unique', rule: 'booked_email', rows: 1, keys: [{ id: '2' }] },
  ]);
  const seats = { table: 'seats', find: '[AB]', replaceWith: 'Z', isRegex: true };
  expect((await ask<Checked>('check', seats)).conflicts).toMatchObject([
    { kind: 'exclude', rule: 'seats_seat_excl', columns: ['seat'], rows: 2 },
  ]);
  const excluded = [{ id: '1' }];
  expect((await ask<Checked>('check', seats, { excluded })).conflicts).toEqual([]);
  await ask<Ran>('run', seats, { excluded, expectedRows: 1 });
  expect(await space.rowsOf('select seat from seats order by id')).toEqual([
    ['A1'],
    ['Z1'],
    ['C2'],
  ]);
});
