import { afterAll, expect, test } from 'vitest';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import type { DashboardPicture } from '@causeway/contract/dashboards/pictures.ts';
import type { TileAnswer } from '@causeway/contract/dashboards/view.ts';
import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import { startDashboards } from '#testing/dashboard-requests.ts';
import { createKey, type TestUser } from '#testing/factories.ts';
import { codeOf } from '#testing/sql-workspace.ts';

const { space, editor, send, create, save, run: runQuery } = await startDashboards();
afterAll(() => space.stop());

/** A dashboard with one table a query. */
async function dashboardOf(name: string, queries: SavedQuery[]): Promise<Dashboard> {
  const tiles = queries.map(({ id: queryId }, place) => ({
    id: crypto.randomUUID(),
    kind: 'table',
    title: '',
    queryId,
    parameters: [],
    x: 0,
    y: 3 * place,
    w: 3,
    h: 3,
  }));
  return create(name, { tiles });
}

async function look(
  { id, tiles }: Dashboard,
  parameters: { name: string; value: string | null }[] = [],
  as?: TestUser,
): Promise<TileAnswer[]> {
  const body = { tiles: tiles.map((tile) => ({ id: tile.id, parameters })) };
  const { text } = await send('POST', `/${id}/run`, body, as);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TileAnswer);
}

test('DASH-2 all tiles of a view come over one line, and one that fails leaves its siblings alone', async () => {
  const queries = [
    await save('One', 'select 1 as n'),
    await save('Thrown', 'select 1 / 0'),
    await save('Missing', 'select * from nowhere_at_all'),
    await save('Two', 'select 2 as n'),
  ];
  const dashboard = await dashboardOf('Mixed', queries);
  const answers = await look(dashboard, [], space.viewer);
  const byTile = new Map(answers.map((answer) => [answer.tileId, answer]));
  const shown = dashboard.tiles.map(({ id }) => byTile.get(id));
  expect(shown).toMatchObject([
    { result: { rows: [[1]] } },
    { error: { code: 'E_SQL_FAILED' } },
    { error: { code: 'E_TABLE_NOT_FOUND' } },
    { result: { rows: [[2]] } },
  ]);
});

test('DASH-2 a view never takes all places of a connector, whatever it asks for, and leaving ends them in the database', async () => {
  const mark = `view_${crypto.randomUUID().slice(0, 8)}`;
  const slow = await save('Slow', `select pg_sleep(30) /* ${mark} */`);
  const { id, tiles } = await dashboardOf(
    'Slow ones',
    Array.from({ length: 12 }, () => slow),
  );
  const leaving = new AbortController();
  const body = { tiles: tiles.map((tile) => ({ id: tile.id, parameters: [] })) };
  const asked = space.server
    .send('POST', `/api/dashboards/v1/${space.projectId}/${id}/run`, {
      token: space.editor.token,
      body,
      signal: leaving.signal,
    })
    .catch(() => undefined);
  const running = async () => {
    const { rows } = await space.database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where state = 'active' and query like '%${mark}%' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.n ?? 0;
  };
  await expect.poll(running, { timeout: 20_000 }).toBe(3);
  // One place of the connector stays free for whatever else the person does there.
  expect((await space.run('select 1 as n')).rows).toEqual([[1]]);
  leaving.abort();
  await asked;
  await expect.poll(running, { timeout: 20_000 }).toBe(0);
});

test('DASH-2 23:30 in UTC is the next day in Berlin: buckets, filters and prints agree with the project’s zone', async () => {
  await space.server.send('PATCH', `/api/projects/v1/${space.projectId}`, {
    token: space.owner.token,
    body: { settings: { timeZone: 'Europe/Berlin' } },
  });
  const days = await save(
    'Days',
    `select at::date as day, at, count(*) as n from (values
       (timestamptz '2026-03-28 23:30Z'), (timestamptz '2026-03-28 22:30Z')) v(at)
     where :period(at) group by 1, 2 order by 2`,
    { parameters: [{ name: 'period', type: 'condition', value: null }] },
  );
  const dashboard = await dashboardOf('Berlin', [days]);
  const rowsOf = async (value: object | null) => {
    const given = [{ name: 'period', value: value && JSON.stringify(value) }];
    const [answer] = await look(dashboard, given);
    return answer && 'result' in answer ? answer.result.rows : answer;
  };
  expect(await rowsOf(null)).toMatchObject([
    ['2026-03-28', '2026-03-28 23:30:00+01', '1'],
    ['2026-03-29', '2026-03-29 00:30:00+01', '1'],
  ]);
  expect(await rowsOf({ from: '2026-03-29', before: '2026-03-30' })).toHaveLength(1);
});

test('DASH-3 “A or empty” finds both, an empty text is neither, and what is typed arrives as a value', async () => {
  const query = await save(
    'States',
    `select coalesce(s, 'NULL') from (values ('A'), ('B'), (null), ('')) v(s) where :s(s) order by 1`,
    { parameters: [{ name: 's', type: 'condition', value: null }] },
  );
  const dashboard = await dashboardOf('States', [query]);
  const rowsOf = async (value: object | null) => {
    const [answer] = await look(dashboard, [{ name: 's', value: value && JSON.stringify(value) }]);
    return answer && 'result' in answer ? answer.result.rows.flat() : answer;
  };
  expect(await rowsOf({ in: ['A'], empty: true })).toEqual(['A', 'NULL']);
  expect(await rowsOf({ in: [''] })).toEqual(['']);
  expect(await rowsOf({ in: ["'; drop table t--"] })).toEqual([]);
  expect(await rowsOf(null)).toHaveLength(4);
});

const picture = (text: string): DashboardPicture => ({
  tiles: [{ x: 0, y: 0, w: 3, h: 3, sketch: { kind: 'number', text, trend: [] } }],
});

test('DASH-1 a picture is shown to who sees the same rows, a favorite and a visit are one’s own', async () => {
  const { id } = await dashboardOf('Pictured', []);
  await send('POST', `/${id}/seen`, { picture: picture('secret'), failing: 2 }, space.owner);
  await send('PUT', `/${id}/favorite`, { isFavorite: true }, space.owner);
  const pictures = async (as: TestUser) =>
    ((await send('GET', '/pictures', undefined, as)).json as Record<string, DashboardPicture>)[id];
  const summary = async (as: TestUser) =>
    ((await send('GET', '', undefined, as)).json as DashboardSummary[]).find(
      (one) => one.id === id,
    );
  expect(await pictures(space.owner)).toEqual(picture('secret'));
  expect(await pictures(space.editor)).toEqual(picture('secret'));
  expect(await pictures(space.viewer)).toBeUndefined();
  await send('POST', `/${id}/seen`, { picture: picture('mine') }, space.viewer);
  expect(await pictures(space.viewer)).toEqual(picture('mine'));
  expect(await pictures(space.editor)).toEqual(picture('secret'));
  expect(await summary(space.owner)).toMatchObject({ isFavorite: true, failing: 2 });
  expect(await summary(space.editor)).toMatchObject({ isFavorite: false, viewedAt: null });
});

test('DASH-5 what is arranged is kept for its owner alone, published as a version, and an earlier one comes back', async () => {
  const query = await save('Kept', 'select 1');
  const dashboard = await dashboardOf('Versions', [query]);
  const path = `/${dashboard.id}`;
  const [tile] = dashboard.tiles;
  const content = { tiles: [{ ...tile, title: 'Mine' }], tabs: [], settings: {} };
  const keep = (revision: number) =>
    send('PUT', `${path}/draft`, { baseVersion: 1, content, revision });
  expect((await keep(0)).json).toEqual({ revision: 1 });
  expect(codeOf(await keep(0))).toBe('412 E_VERSION_CONFLICT');
  expect((await send('GET', `${path}/draft`)).json).toMatchObject({
    content,
    base: { tiles: [{ title: '' }] },
    revision: 1,
  });
  expect((await send('GET', `${path}/draft`, undefined, space.owner)).json).toBeNull();
  await send('PATCH', path, { version: 1, tiles: content.tiles });
  expect((await send('GET', `${path}/draft`)).json).toBeNull();
  expect((await send('GET', `${path}/versions`)).json).toMatchObject([
    { version: 2, author: space.editor.name, tiles: 1 },
    { version: 1 },
  ]);
  const restored = await send('POST', `${path}/versions/1/restore`, { version: 2 });
  expect(restored.json).toMatchObject({ version: 3, tiles: [{ title: '' }] });
  expect(codeOf(await send('POST', `${path}/versions/1/restore`, { version: 2 }))).toBe(
    '412 E_VERSION_CONFLICT',
  );
});

test('TEAM-6 DASH-2 a key of one database shows the tiles of that one and says of others that it may not', async () => {
  const there = { connector: { id: space.powerful } };
  const dashboard = await dashboardOf('Of two databases', [
    await save('Here', 'select 1 as n'),
    await save('There', 'select 2 as n', there),
  ]);
  const scopes = ['dashboards:read', `queries:read@${space.plain}`];
  const key = await createKey(space.server, space.projectId, space.editor, { scopes });
  const answers = await look(dashboard, [], { ...space.editor, token: key.token });
  const [here, elsewhere] = dashboard.tiles.map(({ id }) => {
    return answers.find(({ tileId }) => tileId === id);
  });
  expect(here).toMatchObject({ result: { rows: [[1]] } });
  expect(elsewhere).toMatchObject({ error: { code: 'E_SCOPE_MISSING' } });
});

test('DASH-4 the rows behind a number are exactly those it counts, for viewers too', async () => {
  const sql = `with sold(status, day, total) as (values ('new', date '2026-03-01', 5),
      ('new', '2026-03-20', 7), (null, '2026-03-02', 1), ('new', '2026-04-01', 9))
    select date_trunc('month', day) as month, status, count(*) as n,
      count(*) filter (where total > 5) as large
    from sold where total > 0 group by 1, 2 order by 1 limit 2`;
  const { id } = await save('Sold', sql);
  const path = `/api/queries/v1/queries/${id}/run`;
  const behind = async (mark: object[], measure?: string) => {
    const body = { behind: { mark, ...(measure && { measure }) } };
    const answer = await editor.send('POST', path, body, { as: space.viewer });
    return answer.json as { rows: unknown[][] };
  };
  const march = { column: 'month', condition: { from: '2026-03-01', before: '2026-04-01' } };
  const isNew = { column: 'status', condition: { in: ['new'] } };
  const empty = { column: 'status', condition: { in: [], empty: true } };
  expect((await behind([march, isNew])).rows).toEqual([
    ['new', '2026-03-01', 5],
    ['new', '2026-03-20', 7],
  ]);
  expect((await behind([march, isNew], 'large')).rows).toEqual([['new', '2026-03-20', 7]]);
  expect((await behind([march, empty])).rows).toEqual([[null, '2026-03-02', 1]]);
  const plain = await save('Plain', 'select 1 as n');
  const refused = await editor.send('POST', `/api/queries/v1/queries/${plain.id}/run`, {
    behind: { mark: [] },
  });
  expect(codeOf(refused)).toBe('422 E_VALIDATION');
});

test('DASH-2 of 5,000 series the largest stay and the rest becomes one, added up by the database', async () => {
  const sql = `select 'all'::text as along, case n when 0 then null when 1 then 'Other'
      else 'name ' || n end as name, 5000 - n as total from generate_series(0, 4999) n`;
  const dashboard = await dashboardOf('Many', [await save('Many names', sql)]);
  const fold = { x: 'along', series: 'name', y: 'total', most: 7 };
  const [tile] = dashboard.tiles;
  const { text } = await send('POST', `/${dashboard.id}/run`, {
    tiles: [{ id: tile?.id, parameters: [], fold }],
  });
  const { result } = JSON.parse(text) as { result: { rows: [string, string | null, string][] } };
  expect(result.rows.map(([, name]) => name)).toEqual([
    null,
    'Other',
    ...[2, 3, 4, 5, 6].map((n) => `name ${n}`),
    '… (4993)',
  ]);
  const total = result.rows.reduce((sum, [, , one]) => sum + Number(one), 0);
  expect(total).toBe((5_000 * 5_001) / 2);
});

async function run(id: string, body: Record<string, unknown>, as?: TestUser) {
  const answer = await runQuery(id, body, as);
  return answer.json as { rows: unknown[][]; hasMore: boolean };
}

test('DASH-2 of a month that is not over, as many days of the one before are counted by the database', async () => {
  const { id } = await save(
    'By month',
    `select date_trunc('month', at)::date as month, count(*) as n
     from generate_series(timestamptz '2026-02-01 12:00+01', '2026-03-15 12:00+01', '1 day') at
     group by 1 order by 1;`,
  );
  const part = { column: 'month', from: '2026-02-01 00:00:00', before: '2026-02-16 00:00:00' };
  expect((await run(id, { part }, space.viewer)).rows).toEqual([['2026-02-01', '15']]);
  const plain = await save('No month', 'select current_date as month, 1 as n');
  expect(codeOf(await runQuery(plain.id, { part }))).toBe('422 E_VALIDATION');
});

test('DASH-3 what can be chosen depends on the filters its query names', async () => {
  const cities = `select city from (values ('Paris', 'France'), ('Berlin', 'Germany'),
      ('Bonn', 'Germany'), ('Oslo', null)) as t(city, country)
    where :country(country) order by 1`;
  const { id } = await save('Cities', cities);
  const choices = async (value: object | null) => {
    const parameters = [{ name: 'country', value: value && JSON.stringify(value) }];
    return (await run(id, { parameters }, space.viewer)).rows.flat();
  };
  expect(await choices({ in: ['Germany'] })).toEqual(['Berlin', 'Bonn']);
  expect(await choices({ in: ['Germany'], empty: true })).toEqual(['Berlin', 'Bonn', 'Oslo']);
  expect(await choices(null)).toHaveLength(4);
});

test('DASH-2 a query that sums up is cut where others are, and says so, whatever its text ends with', async () => {
  const { id } = await save(
    'Many groups',
    'select n, count(*) as c from generate_series(1, 3000) n group by 1 order by 1; -- the end',
  );
  const { rows, hasMore } = await run(id, {});
  expect([rows.length, rows.at(-1), hasMore]).toEqual([2_000, [2_000, '1'], true]);
  const few = await save('Few', 'select n from generate_series(1, 3000) n order by 1 limit 5');
  expect(await run(few.id, {})).toMatchObject({ rows: [[1], [2], [3], [4], [5]], hasMore: false });
});

test('DASH-8 a viewer saves a tile as a picture; a tile of another dashboard is not there', async () => {
  const dashboard = await dashboardOf('Pictured', [await save('Pictured', 'select 1 as n')]);
  const other = await dashboardOf('Other', [await save('Other one', 'select 2 as n')]);
  const picture = (tileId: string | undefined) =>
    send(
      'POST',
      `/${dashboard.id}/tiles/${tileId}/picture`,
      { language: 'de', width: 320, height: 160 },
      space.viewer,
    );
  const { json } = await picture(dashboard.tiles[0]?.id);
  const { fileName, base64 } = json as { fileName: string; base64: string };
  expect(fileName).toBe('Pictured.png');
  expect(Buffer.from(base64, 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect((await picture(other.tiles[0]?.id)).status).toBe(404);
});

test('DASH-2 every total of a pivot equals its own query: of averages and distinct counts, with a NULL among its names', async () => {
  const values = `(values ('DE', 'paid', 1, 10), ('DE', 'open', 1, 20), (null, 'paid', 2, 60))
    as sold(country, status, person, total)`;
  const { id } = await save(
    'Pivot',
    `select country, status, avg(total)::int as average, count(distinct person) as people
     from ${values} group by 1, 2`,
  );
  const totals = { row: 'country', column: 'status' };
  const { rows } = await run(id, { totals }, space.viewer);
  const of = (level: number) =>
    rows.filter((row) => row[4] === level).map((row) => row.slice(0, 4));
  expect(of(1)).toEqual(
    expect.arrayContaining([
      ['DE', null, 15, '1'],
      [null, null, 60, '1'],
    ]),
  );
  expect(of(2)).toEqual(
    expect.arrayContaining([
      [null, 'paid', 35, '2'],
      [null, 'open', 20, '1'],
    ]),
  );
  expect(of(3)).toEqual([[null, null, 30, '2']]);
});
