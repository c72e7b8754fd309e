import { afterAll, describe, expect, test } from 'vitest';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import type { QueryRows, QueryUse } from '@causeway/contract/sql/queries.ts';
import { inZone } from '@causeway/contract/sql/in-zone.ts';
import type { TestUser } from '#testing/factories.ts';
import { startDashboards } from '#testing/dashboard-requests.ts';
import { codeOf } from '#testing/sql-workspace.ts';

const queries = '/api/queries/v1/queries';
const { space, editor, send, create, save, run } = await startDashboards();
afterAll(() => space.stop());

async function show(id: string, as?: TestUser): Promise<Dashboard> {
  return (await send('GET', `/${id}`, undefined, as)).json as Dashboard;
}

function numberTile(queryId: string, title = '') {
  return { kind: 'number', title, queryId, parameters: [] };
}

const place = { x: 0, y: 0, w: 3, h: 3 };
const newTile = (queryId: string) => ({
  ...numberTile(queryId),
  ...place,
  id: crypto.randomUUID(),
});

describe('a query on a dashboard', () => {
  test('SQL-8.11 a saved query is sent to a dashboard, and everybody in the project sees what it finds', async () => {
    const query = await save('Answer', 'select 42 as answer');
    const { id } = await create('Morning', { description: 'What to look at first' });
    const sent = await send('POST', `/${id}/tiles`, { tile: numberTile(query.id, 'The answer') });
    expect(sent.status).toBe(200);
    const seen = await show(id, space.viewer);
    expect(seen).toMatchObject({
      name: 'Morning',
      author: space.editor.name,
      version: 2,
      tiles: [{ kind: 'number', title: 'The answer', queryId: query.id, ...place }],
      queries: [{ state: 'ready', name: 'Answer', connectorId: space.plain, version: 1 }],
    });
    const { json } = await run(query.id, {}, space.viewer);
    expect(json).toMatchObject({ rows: [[42]], hasMore: false, version: 1 });
    expect(Date.parse((json as QueryRows).asOf)).not.toBeNaN();
  });

  test('SQL-8.11 tiles sent one after the other find room beside and below each other', async () => {
    const query = await save('Room', 'select 1');
    const { id } = await create('Full');
    for (const kind of ['number', 'number', 'table']) {
      await send('POST', `/${id}/tiles`, { tile: { ...numberTile(query.id), kind } });
    }
    const { tiles } = await show(id);
    expect(tiles).toMatchObject([
      { kind: 'number', x: 0, y: 0 },
      { kind: 'number', x: 3, y: 0 },
      { kind: 'table', x: 6, y: 0 },
    ]);
    const list = (await send('GET')).json as DashboardSummary[];
    expect(list.find((one) => one.id === id)?.tiles).toHaveLength(3);
  });

  test('SQL-8.11 a tile runs with its own values of the parameters, and the saved ones where it has none', async () => {
    const parameters = [
      { name: 'a', type: 'int4', value: '1' },
      { name: 'b', type: 'text', value: 'saved' },
    ];
    const query = await save('Asked', 'select :a::int4 as a, :b::text as b', { parameters });
    const given = [{ name: 'a', value: "7'; drop table x--" }];
    expect(codeOf(await run(query.id, { parameters: given }))).toBe('422 E_SQL_INVALID_VALUE');
    const { json } = await run(query.id, { parameters: [{ name: 'a', value: '7' }] });
    expect(json).toMatchObject({ rows: [[7, 'saved']] });
  });

  test('DASH-2 what runs on a dashboard only reads, is cut at a limit, and is in nobody’s history', async () => {
    await space.run('create table dashboard_kept (n int4)');
    const writing = await save('Writing', 'insert into dashboard_kept values (1) returning n');
    expect(codeOf(await run(writing.id))).toBe('405 E_SQL_READ_ONLY');
    expect((await space.run('select n from dashboard_kept')).rows).toEqual([]);
    const long = await save('Long', 'select n as dashboard_row from generate_series(1, 3000) n');
    const { rows, hasMore } = (await run(long.id)).json as QueryRows;
    expect([rows.length, hasMore]).toEqual([2_000, true]);
    const runs = await editor.get('/api/queries/v1/runs', { search: 'dashboard_row' });
    expect(runs.json).toMatchObject({ items: [] });
  });

  test('DASH-2 a failing query answers for itself alone', async () => {
    const broken = await save('Broken', 'select * from nowhere_at_all');
    const whole = await save('Whole', 'select 1');
    const [failed, fine] = await Promise.all([run(broken.id), run(whole.id)]);
    expect(codeOf(failed)).toMatch(/^4/);
    expect(fine.json).toMatchObject({ rows: [[1]] });
  });
});

describe('one query object', () => {
  async function usesOf(queryId: string): Promise<QueryUse[]> {
    return (await editor.get(`${queries}/${queryId}/uses`)).json as QueryUse[];
  }

  test('SQL-8.11 a query tells which tiles use it, and a change of it reaches them', async () => {
    const query = await save('Used', 'select 1 as n');
    const { id, version } = await create('Users', { tiles: [newTile(query.id)] });
    expect(await usesOf(query.id)).toMatchObject([{ kind: 'tile', name: 'Users · Used' }]);
    expect((await usesOf(query.id))[0]?.url).toContain(`/dashboards/${id}?projectId=`);
    await editor.send('PATCH', `${queries}/${query.id}`, {
      version: 1,
      sql: 'select 2 as n',
    });
    expect(await show(id)).toMatchObject({ version, queries: [{ state: 'ready', version: 2 }] });
    expect((await run(query.id)).json).toMatchObject({ rows: [[2]], version: 2 });
    const dependents = await space.server.send(
      'GET',
      `/api/connectors/v1/${space.projectId}/${space.plain}/dependents`,
      { token: space.owner.token },
    );
    expect(dependents.text).toContain('Users · Used');
    await send('DELETE', `/${id}`);
    expect(await usesOf(query.id)).toEqual([]);
  });

  test('SQL-8.11 DASH-3 a query tells which filters offer what it finds', async () => {
    const query = await save('Channels', `select 'web' as channel`);
    const filter = {
      slug: 'channel',
      label: 'Channel',
      type: 'text',
      options: [],
      optionsFrom: { queryId: query.id },
      initial: '',
    };
    const { id } = await create('Chosen', { tiles: [], filters: [filter] });
    expect(await usesOf(query.id)).toEqual([
      {
        kind: 'filter',
        name: 'Chosen · Channel',
        url: expect.stringContaining(`/dashboards/${id}?projectId=`),
      },
    ]);
    await send('DELETE', `/${id}`);
    expect(await usesOf(query.id)).toEqual([]);
  });

  test('SQL-8.11 DASH-3 what uses a query is told as it stands on a dashboard: filters, then tiles', async () => {
    const query = await save('Regions', `select 'north' as region`);
    const filters = ['first', 'second', 'third'].map((slug) => ({
      slug,
      label: slug,
      type: 'text',
      options: [],
      optionsFrom: { queryId: query.id },
      initial: '',
    }));
    await create('Ordered', { tiles: [newTile(query.id)], filters });
    expect((await usesOf(query.id)).map(({ name }) => name)).toEqual([
      'Ordered · first',
      'Ordered · second',
      'Ordered · third',
      'Ordered · Regions',
    ]);
  });

  test('SQL-8.11 a tile whose query is gone says so, keeps its place, and comes back with it', async () => {
    const query = await save('Leaving', 'select 1');
    const made = await create('Left', { tiles: [newTile(query.id)] });
    await editor.send('DELETE', `${queries}/${query.id}`);
    const without = await show(made.id);
    expect(without.tiles).toMatchObject([{ queryId: query.id }]);
    expect(without.queries).toMatchObject([{ state: 'deleted', name: 'Leaving' }]);
    expect(codeOf(await run(query.id))).toBe('404 E_QUERY_NOT_FOUND');
    const renamed = await send('PATCH', `/${made.id}`, { version: 1, tiles: without.tiles });
    expect(renamed.status).toBe(200);
    await editor.send('POST', `${queries}/${query.id}/restore`);
    expect((await show(made.id)).queries).toMatchObject([{ state: 'ready' }]);
    await space.server.services.db.query({
      text: 'delete from queries where id = $1',
      values: [query.id],
    });
    expect(await show(made.id)).toMatchObject({ tiles: [{ queryId: null }], queries: [] });
  });

  test('SQL-8.11 a private query goes on no dashboard; one made private again shows nothing of itself to others', async () => {
    const query = await save('Secret plan', 'select 1', { isShared: false });
    const refused = await send('POST', '', { name: 'x', tiles: [newTile(query.id)] });
    expect(codeOf(refused)).toBe('422 E_QUERY_PRIVATE');
    await editor.send('PATCH', `${queries}/${query.id}`, { version: 1, isShared: true });
    const { id } = await create('Open', { tiles: [newTile(query.id)] });
    await editor.send('PATCH', `${queries}/${query.id}`, { version: 2, isShared: false });
    const { queries: known } = await show(id, space.owner);
    expect(known).toEqual([{ state: 'private', id: query.id }]);
    expect(codeOf(await run(query.id, {}, space.owner))).toBe('404 E_QUERY_NOT_FOUND');
    expect((await show(id)).queries).toMatchObject([{ state: 'ready' }]);
  });
});

describe('changing dashboards', () => {
  test('a change made on an older version is refused, and nothing of it is written', async () => {
    const query = await save('Kept', 'select 1');
    const { id } = await create('Shared work', { tiles: [newTile(query.id)] });
    await send('PATCH', `/${id}`, { version: 1, name: 'Theirs' });
    const late = await send('PATCH', `/${id}`, { version: 1, name: 'Mine', tiles: [] });
    expect(codeOf(late)).toBe('412 E_VERSION_CONFLICT');
    expect(await show(id)).toMatchObject({ name: 'Theirs', version: 2, tiles: [{}] });
  });

  test('a tile stays on the grid, and is there once', async () => {
    const text = { kind: 'text', title: '', text: '# Hello', id: crypto.randomUUID() };
    const outside = [{ ...text, x: 8, y: 0, w: 6, h: 2 }];
    expect(codeOf(await send('POST', '', { name: 'x', tiles: outside }))).toBe('422 E_VALIDATION');
    const tile = { ...text, x: 0, y: 0, w: 12, h: 2 };
    const twice = await send('POST', '', { name: 'x', tiles: [tile, tile] });
    expect(codeOf(twice)).toBe('422 E_VALIDATION');
    const { tiles } = await create('Words', { tiles: [tile] });
    expect(tiles).toEqual([tile]);
  });

  test('a deleted dashboard can be brought back with its tiles', async () => {
    const query = await save('Missed', 'select 1');
    const { id } = await create('Missed', { tiles: [newTile(query.id)] });
    await send('DELETE', `/${id}`);
    expect(codeOf(await send('GET', `/${id}`))).toBe('404 E_DASHBOARD_NOT_FOUND');
    expect((await send('POST', `/${id}/restore`)).json).toMatchObject({ tiles: [{}] });
    const audit = await space.server.send('GET', `/api/audit/v1/${space.projectId}`, {
      token: space.owner.token,
    });
    expect(audit.text).toContain('dashboard.restored');
  });

  test('viewers look and change nothing; dashboards and queries of other projects are not there', async () => {
    const { id } = await create('Looked at');
    const body = { version: 1, name: 'x' };
    expect(codeOf(await send('PATCH', `/${id}`, body, space.viewer))).toBe('403 E_FORBIDDEN');
    expect(codeOf(await send('GET', `/${id}`, undefined, space.stranger))).toBe(
      '404 E_PROJECT_NOT_FOUND',
    );
    const foreign = await send('POST', `/${id}/tiles`, { tile: numberTile(crypto.randomUUID()) });
    expect(codeOf(foreign)).toBe('404 E_QUERY_NOT_FOUND');
  });
});

describe('what a dashboard is narrowed to and looks like', () => {
  const channel = { slug: 'channel', label: 'Channel', type: 'text', options: [], initial: '' };

  test('DASH-3 a filter begins with a value it can read; one that was kept wrong is still shown, and mended', async () => {
    const when = { slug: 'when', label: 'When', type: 'dates', options: [], initial: '' };
    const wrong = { ...when, initial: 'Last 30 days' };
    const others = [
      wrong,
      { ...when, type: 'numbers', initial: '10-20' },
      { ...when, type: 'number', initial: 'ten' },
      { ...when, type: 'boolean', initial: 'yes' },
      { ...when, type: 'text', options: ['a'], initial: 'b' },
    ];
    const { id } = await create('Beginning', { filters: [when] });
    const change = (version: number, filters: object[]) =>
      send('PATCH', `/${id}`, { version, filters });
    for (const filter of others) {
      expect(codeOf(await change(1, [filter]))).toBe('422 E_FILTER_INITIAL');
      expect(codeOf(await send('POST', '', { name: 'New', filters: [filter] }))).toBe(
        '422 E_FILTER_INITIAL',
      );
    }
    await space.server.services.db.query({
      text: 'update dashboards set filters = $2 where id = $1',
      values: [id, JSON.stringify([wrong])],
    });
    expect((await show(id)).filters).toEqual([wrong]);
    const beside = { ...when, slug: 'beside', initial: 'month-to-date' };
    expect(codeOf(await change(1, [wrong, beside]))).toBe('200');
    expect(codeOf(await change(2, [{ ...wrong, initial: 'last-30-days' }, beside]))).toBe('200');
  });

  test('DASH-3 filters are kept with their dashboard, named like parameters and each once', async () => {
    const { id } = await create('Narrowed', { filters: [channel] });
    expect((await show(id, space.viewer)).filters).toEqual([channel]);
    await send('PATCH', `/${id}`, { version: 1, name: 'Still narrowed' });
    expect((await show(id)).filters).toEqual([channel]);
    const bad = [
      [channel, channel],
      [{ ...channel, slug: "x'; drop" }],
      [{ ...channel, label: '' }],
    ];
    for (const filters of bad) {
      const answer = await send('PATCH', `/${id}`, { version: 2, filters });
      expect(codeOf(answer)).toBe('422 E_VALIDATION');
    }
    await send('PATCH', `/${id}`, { version: 2, filters: [] });
    expect((await show(id)).filters).toEqual([]);
  });

  test('DASH-3 a value of a filter arrives as a bound value, whatever it says', async () => {
    const query = await save('Bound', 'select :channel::text as given');
    const value = "'; drop table t--";
    const { json } = await run(query.id, { parameters: [{ name: 'channel', value }] });
    expect((json as QueryRows).rows).toEqual([[value]]);
  });

  test('DASH-2 gauges, pivots, link cards and formats are kept as they were made', async () => {
    const query = await save('Kept', 'select 1 as done, 2 as goal');
    const asking = { title: '', queryId: query.id, parameters: [], w: 3, h: 3, y: 0 };
    const tiles = [
      {
        ...asking,
        id: crypto.randomUUID(),
        kind: 'gauge',
        goal: 10,
        look: 'ring',
        x: 0,
        formats: [{ column: null, style: 'currency', currency: 'EUR', decimals: 0 }],
      },
      { ...asking, id: crypto.randomUUID(), kind: 'pivot', pivot: null, x: 3 },
      {
        id: crypto.randomUUID(),
        kind: 'link',
        title: 'There',
        text: '',
        href: '/explore',
        x: 6,
        y: 0,
        w: 3,
        h: 2,
      },
    ];
    const made = await create('Kinds', { tiles });
    expect(made.tiles).toEqual(tiles);
    const link = { ...tiles[2], href: 'javascript:alert(1)' };
    const answer = await send('PATCH', `/${made.id}`, { version: 1, tiles: [link] });
    expect(codeOf(answer)).toBe('422 E_VALIDATION');
  });
});

test('DASH-6 a dashboard somebody began to make is kept for them alone, and taken up again', async () => {
  const id = crypto.randomUUID();
  const state = { table: 'orders', by: ['status', 'channel'] };
  const kept = await send('PUT', `/wizards/${id}`, { state });
  expect(kept.json).toMatchObject({ id, state });
  await send('PUT', `/wizards/${id}`, { state: { ...state, date: 'placed_at' } });
  expect((await send('GET', '/wizards')).json).toMatchObject([
    { id, state: { date: 'placed_at' } },
  ]);
  const admin = await send('GET', `/wizards/${id}`, undefined, space.owner);
  expect(codeOf(admin)).toBe('404 E_DASHBOARD_NOT_FOUND');
  const stolen = await send('PUT', `/wizards/${id}`, { state: {} }, space.owner);
  expect(codeOf(stolen)).toBe('404 E_DASHBOARD_NOT_FOUND');
  await send('DELETE', `/wizards/${id}`);
  expect((await send('GET', '/wizards')).json).toEqual([]);
});

test('DASH-4 in any time zone, the explorer shows the very rows that a mark of a dashboard counts', async () => {
  await space.database
    .query(`create table zoned (id int primary key, at timestamptz, wall timestamp);
    insert into zoned select n, timestamptz '2026-03-27 00:00Z' + n * interval '37 minutes',
      timestamp '2026-03-27 00:00' + n * interval '37 minutes' from generate_series(1, 200) n;
    grant select on zoned to ${space.role}`);
  const columns = [
    { name: 'at', type: 'timestamptz' },
    { name: 'wall', type: 'timestamp' },
  ];
  for (const zone of ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu']) {
    for (const where of [
      `at::date = '2026-03-29'`,
      `date_trunc('day', at) >= '2026-03-29' and date_trunc('day', at) < '2026-03-30'`,
      `date_trunc('hour', zoned.at) in ('2026-03-28 21:00:00')`,
      `to_char(at, 'ID HH24') = '7 03' or extract(dow from at) = 1`,
      `wall::date = '2026-03-29' and at < now() - interval '2 days'`,
      `at <= current_date and at between '2026-03-28' and '2026-03-29 05:30'`,
    ]) {
      await space.database.query(`set timezone to '${zone}'`);
      const counted = await space.rowsOf(`select id from zoned where ${where} order by id`);
      await space.database.query('reset timezone');
      const shown = new URLSearchParams({ where: inZone(where, { zone, columns })!, limit: '200' });
      const { json } = await space.server.send('GET', '/api/tables/v1/tables/zoned/rows', {
        token: space.viewer.token,
        query: `connector[id]=${space.plain}&sort[0][column]=id&${shown.toString()}`,
      });
      const { rows } = json as { rows: unknown[][] };
      expect(
        rows.map(([id]) => [id]),
        `${zone} ${where}`,
      ).toEqual(counted);
      expect(counted.length, `${zone} ${where}`).toBeGreaterThan(0);
    }
  }
});
