import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { QueryRows, SavedQuery } from '@causeway/contract/sql/queries.ts';
import { claim, keep, lookAt } from '#platform/queries/kept-results.ts';
import { BEFORE_THE_LIMIT_MS, eventually } from '#testing/eventually.ts';
import type { TestUser } from '#testing/factories.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import type { TestServer } from '#testing/test-server.ts';

const base = '/api/queries/v1/queries';

const space = await startSqlWorkspace();
const second = await space.server.another();
afterAll(async () => {
  await second.stop();
  await space.stop();
});

type Options = { on?: TestServer; as?: TestUser; connectorId?: string; signal?: AbortSignal };

async function save(sql: string, { connectorId = space.plain }: Options = {}): Promise<string> {
  const body = { connector: { id: connectorId }, name: 'Shared', sql, isShared: true };
  const answer = await space.server.send('POST', base, { token: space.editor.token, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.json as SavedQuery).id;
}

function ask(id: string, maxAge: number | undefined, options: Options = {}) {
  const { on = space.server, as = space.editor, connectorId = space.plain, signal } = options;
  const body = { connector: { id: connectorId }, maxAge };
  return on.send('POST', `${base}/${id}/run`, { token: as.token, body, signal });
}

async function rows(id: string, maxAge: number, options?: Options): Promise<QueryRows> {
  const answer = await ask(id, maxAge, options);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as QueryRows;
}

/** Each run of it has another answer. */
const UNIQUE = 'select clock_timestamp()::text as at, pg_sleep(0.3)::text as slept';

function running(marker: string) {
  return space.database
    .query(
      `select count(*)::int as count from pg_stat_activity
       where state = 'active' and query like $1 and pid <> pg_backend_pid()`,
      [`%${marker}%`],
    )
    .then(({ rows: [row] }) => (row as { count: number }).count);
}

test('DASH-2 fifty people on two instances open twelve tiles, and each statement runs once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, at) => save(`${UNIQUE}, ${at} as tile`)),
  );
  const asked = Array.from({ length: 50 }, (_, person) =>
    ids.map((id) => rows(id, 300, { on: person % 2 === 0 ? space.server : second })),
  );
  const answers = await Promise.all(asked.flat());
  const different = new Set(answers.map((answer) => JSON.stringify(answer.rows)));
  expect(different.size).toBe(12);
});

test('DASH-2 who presses refresh ten times during a run causes one more, which began after the press', async () => {
  const id = await save(UNIQUE);
  const first = rows(id, 300);
  await eventually(async () => expect(await running('pg_sleep(0.3)')).toBeGreaterThan(0));
  const pressedAt = Date.now();
  const refreshed = await Promise.all(
    Array.from({ length: 10 }, (_, at) => rows(id, 0, { on: at % 2 ? second : space.server })),
  );
  const moments = new Set(refreshed.map(({ asOf }) => asOf));
  expect(moments.size).toBe(1);
  expect(Date.parse([...moments][0] ?? '')).toBeGreaterThanOrEqual(pressedAt);
  expect(moments.has((await first).asOf)).toBe(false);
});

test('DASH-2 a leader that died is replaced, and its late answer is refused', async () => {
  const { db } = space.server.services;
  const place = { key: 'dead', projectId: space.projectId, connectorId: space.plain };
  const dead = await claim(db, place, Date.now());
  expect(dead).toBeDefined();
  expect(await claim(db, place, Date.now())).toBeUndefined();
  await db.query({
    text: `update query_results set lease_until = now() - interval '1 second' where key = 'dead'`,
    values: [],
  });
  const next = await claim(db, place, Date.now() + 60_000);
  if (!dead || !next) throw new Error('Nobody leads');
  const written = { body: Buffer.from('{"late":1}'), failure: undefined };
  expect(await keep(db, 'dead', dead, written)).toBe(0);
  expect(await keep(db, 'dead', next, { ...written, body: Buffer.from('{}') })).toBe(1);
  expect((await lookAt(db, 'dead')).outcome?.answer).toEqual(Buffer.from('{}'));
});

test('DASH-4 what an editor saw through a powerful role is not handed to a viewer', async () => {
  const id = await save('select 1 as one', { connectorId: space.powerful });
  await rows(id, 300, { connectorId: space.powerful });
  const refused = await ask(id, 300, { connectorId: space.powerful, as: space.viewer });
  expect(codeOf(refused)).toBe('403 E_CONNECTOR_TOO_POWERFUL');
});

test('DASH-4 rows are not handed on between rights: a viewer’s question runs with a viewer’s', async () => {
  const id = await save(UNIQUE);
  const mine = await rows(id, 300);
  const theirs = await rows(id, 300, { as: space.viewer });
  expect(theirs.rows).not.toEqual(mine.rows);
  expect((await rows(id, 300, { as: space.owner })).rows).toEqual(mine.rows);
});

test('DASH-4 a query that was changed or made private, and a connector that leads elsewhere, show nothing old', async () => {
  const id = await save('select 1 as n');
  await rows(id, 300);
  const change = (body: object) =>
    space.server.send('PATCH', `${base}/${id}`, {
      token: space.editor.token,
      body: { connector: { id: space.plain }, ...body },
    });
  await change({ version: 1, sql: 'select 2 as n' });
  expect((await rows(id, 300)).rows).toEqual([[2]]);
  await change({ version: 2, isShared: false });
  expect(codeOf(await ask(id, 300, { as: space.owner }))).toBe('404 E_QUERY_NOT_FOUND');
  const moving = await save(UNIQUE);
  const before = await rows(moving, 300);
  await space.server.call(
    connectorRoutes.update,
    { params: { projectId: space.projectId, connectorId: space.plain }, body: { name: 'Moved' } },
    space.owner,
  );
  expect((await rows(moving, 300)).rows).not.toEqual(before.rows);
});

test('DASH-2 of two who wait one may leave; when both have left, the statement is gone', async () => {
  const id = await save(`select pg_sleep(1000)::text as slept, 'left alone' as mark`);
  const leaving = [new AbortController(), new AbortController()] as const;
  const asked = [
    ask(id, 300, { signal: leaving[0].signal }).catch(() => 'gone'),
    ask(id, 300, { on: second, signal: leaving[1].signal }).catch(() => 'gone'),
  ];
  await eventually(async () => expect(await running('left alone')).toBe(1));
  // The second one is waiting before the first one goes.
  await eventually(async () => {
    const { rows: wanted } = await space.server.services.db.query({
      text: 'select 1 from query_results where wanted_until > now()',
      values: [],
    });
    expect(wanted.length).toBeGreaterThan(0);
  });
  leaving[0].abort();
  expect(await asked[0]).toBe('gone');
  expect(await running('left alone')).toBe(1);
  leaving[1].abort();
  await eventually(async () => expect(await running('left alone')).toBe(0), BEFORE_THE_LIMIT_MS);
});

test('DASH-2 a statement that fails fails for all who wait, once, and is tried again when asked', async () => {
  const id = await save('select pg_sleep(0.2), 1 / (random() * 0)::int');
  const failed = await Promise.all([ask(id, 300), ask(id, 300, { on: second })]);
  expect(failed.map(codeOf)).toEqual(['422 E_SQL_FAILED', '422 E_SQL_FAILED']);
  expect(codeOf(await ask(id, 0))).toBe('422 E_SQL_FAILED');
});

test('DASH-3 a tile says of every condition that it can’t be narrowed by', async () => {
  const id = await save(`select 'web' as channel, 1 as n union all select 'shop', 2`);
  const is = (column: string, value: string) => ({ column, condition: { in: [value] } });
  const where = [is('nowhere', 'x'), is('chan', 'y'), is('channel', 'web'), is('elsewhere', 'z')];
  const body = { connector: { id: space.plain }, where };
  const { token } = space.editor;
  const answer = await space.server.send('POST', `${base}/${id}/run`, { token, body });
  expect(answer.json).toMatchObject({
    notApplied: ['nowhere', 'chan', 'elsewhere'],
    rows: [['web', 1]],
  });
});
