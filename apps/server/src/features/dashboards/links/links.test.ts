import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type {
  ProjectLink,
  PublicDashboard,
  PublicLink,
  PublicRows,
} from '@causeway/contract/dashboards/links.ts';
import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import type { TestUser } from '#testing/factories.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import type { TestServer } from '#testing/test-server.ts';

let dashboard: Dashboard;
let hidden: Dashboard;

const place = { x: 0, y: 0, w: 3, h: 3 };
const ids = { sales: crypto.randomUUID(), all: crypto.randomUUID(), other: crypto.randomUUID() };

async function must<Answer>(sent: Promise<{ status: number; text: string; json: unknown }>) {
  const answer = await sent;
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as Answer;
}

function member(method: string, path: string, body?: object, as: TestUser = space.editor) {
  return space.server.send(method, path, { token: as.token, ...(body && { body }) });
}

async function save(name: string, sql: string, parameters: object[] = []): Promise<SavedQuery> {
  const connector = { id: space.plain };
  const body = { connector, name, sql, isShared: true, parameters };
  return must(member('POST', '/api/queries/v1/queries', body));
}

const space = await startSqlWorkspace();
const second = await space.server.another();
beforeAll(async () => {
  const region = { name: 'region', type: 'text', value: null };
  const sales = await save(
    'Secret name',
    `select region, amount, 'hidden' as canary from (values ('EU', 1), ('EU', 2), ('US', 40)) as t(region, amount)
     where :region::text is null or region = :region`,
    [region],
  );
  const all = await save('Everything', 'select 43 as total');
  const chart = { kind: 'bar', x: 'region', ys: ['amount'] };
  const asking = { title: '', parameters: [], ...place };
  const create = (name: string, tiles: object[]) =>
    must<Dashboard>(
      member('POST', `/api/dashboards/v1/${space.projectId}`, {
        name,
        tiles,
        filters: [
          { slug: 'region', label: 'Region', type: 'text', options: ['EU', 'US'], initial: '' },
          { slug: 'name', label: 'Name', type: 'text', options: [], initial: '' },
        ],
      }),
    );
  dashboard = await create('Outside', [
    { kind: 'chart', id: ids.sales, queryId: sales.id, chart, ...asking },
    { kind: 'number', id: ids.all, queryId: all.id, ...asking, y: 9 },
  ]);
  hidden = await create('Inside', [{ kind: 'number', id: ids.other, queryId: all.id, ...asking }]);
});
afterAll(async () => {
  await second.stop();
  await space.stop();
});

const links = () => `/api/dashboards/v1/${space.projectId}/${dashboard.id}/links`;

async function link(body: object = {}): Promise<{ link: PublicLink; token: string }> {
  return must(member('POST', links(), body));
}

function ask(path: string, body: object, on: TestServer = space.server) {
  return on.send('POST', `/api/shared/v1/${path}`, { body });
}

test('DASH-8 TEAM-2 admins see all links of a project and turn them off: those that are there end at once, no other is made', async () => {
  const { token } = await link({ name: 'For the board' });
  const all = `/api/dashboards/v1/${space.projectId}/links`;
  const [newest] = await must<ProjectLink[]>(member('GET', all, undefined, space.owner));
  expect(newest).toMatchObject({ name: 'For the board', dashboard: 'Outside' });
  expect(codeOf(await member('GET', all))).toBe('403 E_FORBIDDEN');
  const allow = (publicLinks: boolean) =>
    must(
      member(
        'PATCH',
        `/api/projects/v1/${space.projectId}`,
        { settings: { publicLinks } },
        space.owner,
      ),
    );
  await allow(false);
  expect(codeOf(await ask('open', { token }))).toBe('404 E_LINK_NOT_FOUND');
  expect(codeOf(await ask('open', { token }, second))).toBe('404 E_LINK_NOT_FOUND');
  expect(codeOf(await member('POST', links(), {}))).toBe('403 E_LINKS_OFF');
  await allow(true);
  expect((await ask('open', { token })).status).toBe(200);
});

test('DASH-8 TEAM-2 the list of links says what each of them keeps its readers to', async () => {
  await link({ locked: { 'f.region': 'EU' } });
  const all = `/api/dashboards/v1/${space.projectId}/links`;
  const [newest] = await must<ProjectLink[]>(member('GET', all, undefined, space.owner));
  expect(newest).toMatchObject({
    locked: { 'f.region': 'EU' },
    filters: [{ slug: 'region', label: 'Region', type: 'text' }],
  });
  expect(newest?.filters).toHaveLength(1);
});

test('DASH-8 who holds a link sees its tiles without signing in, and every open is counted', async () => {
  const { token } = await link({ released: ['region'] });
  const seen = await must<PublicDashboard>(ask('open', { token }));
  expect(seen.tiles.map(({ id }) => id)).toEqual([ids.sales, ids.all]);
  const rows = await must<PublicRows>(
    ask('rows', { token, tileId: ids.sales, asked: { 'f.region': 'US' } }),
  );
  expect(rows.rows).toEqual([['US', 40]]);
  await ask('open', { token }, second);
  const [newest] = await must<PublicLink[]>(member('GET', links()));
  expect(newest?.opens).toBe(2);
});

test('DASH-8 a link says nothing of queries, connectors, authors or columns that are not shown', async () => {
  const { token } = await link();
  const [open, rows] = await Promise.all([
    ask('open', { token }),
    ask('rows', { token, tileId: ids.sales }),
  ]);
  const said = open.text + rows.text;
  for (const word of [
    'select',
    'canary',
    'hidden',
    'connector',
    'queryId',
    space.plain,
    space.editor.name,
  ]) {
    expect(said).not.toContain(word);
  }
});

test('DASH-8 a link can’t be turned into another tile, dashboard, query or value', async () => {
  const { token } = await link({ released: ['region'] });
  const tries: [object, string][] = [
    [{ tileId: ids.other }, '404 E_LINK_NOT_FOUND'],
    [{ tileId: hidden.id }, '404 E_LINK_NOT_FOUND'],
    [{ tileId: ids.all, queryId: crypto.randomUUID() }, '422 E_VALIDATION'],
    [{ tileId: ids.all, connector: { id: space.powerful } }, '422 E_VALIDATION'],
    [{ tileId: ids.all, parameters: [{ name: 'region', value: 'US' }] }, '422 E_VALIDATION'],
    [{ tileId: ids.sales, asked: { 'f.name': 'x' } }, '422 E_LINK_VALUE'],
    [{ tileId: ids.sales, asked: { 'f.nothing': 'x' } }, '422 E_LINK_VALUE'],
    [{ tileId: ids.sales, asked: { region: 'US' } }, '422 E_VALIDATION'],
    [{ tileId: ids.sales, asked: { 'f.region': `EU' or true --` } }, '422 E_LINK_VALUE'],
  ];
  for (const [body, code] of tries)
    expect(codeOf(await ask('rows', { token, ...body }))).toBe(code);
  const { token: free } = await link({ released: [] });
  expect(
    codeOf(await ask('rows', { token: free, tileId: ids.sales, asked: { 'f.region': 'US' } })),
  ).toBe('422 E_LINK_VALUE');
  const refused = await member('POST', links(), { released: ['name'] });
  expect(codeOf(refused)).toBe('422 E_VALIDATION');
});

test('DASH-8 a locked value is bound on the server; a tile it does not reach is withheld', async () => {
  const { token } = await link({ locked: { 'f.region': 'EU' } });
  const open = await ask('open', { token });
  expect((open.json as PublicDashboard).tiles.map(({ id }) => id)).toEqual([ids.sales]);
  expect(open.text).not.toContain('EU');
  const rows = await must<PublicRows>(ask('rows', { token, tileId: ids.sales }));
  expect(rows.rows).toEqual([
    ['EU', 1],
    ['EU', 2],
  ]);
  expect(codeOf(await ask('rows', { token, tileId: ids.all }))).toBe('404 E_LINK_NOT_FOUND');
  const widened = { token, tileId: ids.sales, asked: { 'f.region': '~' } };
  expect(codeOf(await ask('rows', widened))).toBe('422 E_LINK_VALUE');
});

test('DASH-8 a value has its colour of the whole dashboard, and no colour tells of a value that is locked away', async () => {
  const colours = [
    { value: 'EU', slot: 5 },
    { value: 'US', slot: 2 },
  ];
  const tiles = dashboard.tiles.filter(({ id }) => id === ids.sales);
  const made = { tiles, filters: dashboard.filters, settings: { colours } };
  const token = await linkTo(made, { locked: { 'f.region': 'EU' } });
  const open = await ask('open', { token });
  const rows = await ask('rows', { token, tileId: ids.sales });
  expect((rows.json as PublicRows).colours).toEqual([{ value: 'EU', slot: 5 }]);
  expect(open.text + rows.text).not.toContain('US');
});

/** A dashboard of its own, and a link to it. */
async function linkTo(made: object, wanted: object = {}): Promise<string> {
  const path = `/api/dashboards/v1/${space.projectId}`;
  const { id } = await must<Dashboard>(member('POST', path, { name: 'Its own', ...made }));
  const { token } = await must<{ token: string }>(member('POST', `${path}/${id}/links`, wanted));
  return token;
}

test('DASH-8 a tile is withheld where its query takes the locked value no more, or one end of a span', async () => {
  const region = { name: 'region', type: 'text', value: null };
  const query = await save(
    'Told',
    `select 1 as one where :region::text is null or :region = 'EU'`,
    [region],
  );
  const day = { name: 'day_from', type: 'date', value: null };
  const since = await save('Since', `select 1 as one where :day_from::date is not null`, [day]);
  const tiles = [query, since].map(({ id: queryId }, at) => {
    const base = { kind: 'table', title: '', parameters: [], ...place, y: at * 3 };
    return { ...base, id: crypto.randomUUID(), queryId };
  });
  const filters = [
    { slug: 'region', label: 'Region', type: 'text', options: ['EU', 'US'], initial: '' },
    { slug: 'day', label: 'Day', type: 'dates', options: [], initial: '' },
  ];
  const [told, spanned] = tiles;
  const locked = { 'f.region': 'EU' };
  const token = await linkTo({ tiles: [told], filters }, { locked });
  const asking = async (held: string, tile = told) =>
    codeOf(await ask('rows', { token: held, tileId: tile?.id }));
  expect(await asking(token)).toBe('200');
  // Only the statement is sent: what it asked for before is kept beside it.
  await must(
    member('PATCH', `/api/queries/v1/queries/${query.id}`, {
      connector: { id: space.plain },
      version: query.version,
      sql: 'select 43 as all_of_it',
    }),
  );
  expect(await asking(token)).toBe('404 E_LINK_NOT_FOUND');
  const ofSpan = (span: string) =>
    linkTo({ tiles: [spanned], filters }, { locked: { 'f.day': span } });
  expect(await asking(await ofSpan('2026-01-01..2026-01-31'), spanned)).toBe(
    '404 E_LINK_NOT_FOUND',
  );
  const open = await linkTo({ tiles: [spanned], filters });
  expect(await asking(open, spanned)).toBe('200');
});

test('DASH-8 numbers and gauges tell strangers what they draw, and no other column or row', async () => {
  const plain = await save(
    'Plain',
    `select 'canary' as who, 5 as value, 4 as before, 77 as cost from generate_series(1, 3)`,
  );
  const series = await save(
    'Series',
    `select 'canary' as who, day::date, 5 as value, 77 as cost
     from generate_series('2026-01-01'::timestamp, '2026-01-03', '1 day') as day`,
  );
  const words = await save('Words', `select 'told' as word, 'canary' as who`);
  const base = { title: '', parameters: [], ...place };
  const number = { ...base, kind: 'number' };
  const gauge = { ...base, kind: 'gauge', look: 'ring' };
  const chart = { ...base, kind: 'chart', chart: null };
  const tiles = [
    { ...number, queryId: plain.id },
    { ...number, queryId: series.id },
    { ...number, queryId: words.id },
    { ...gauge, goal: null, queryId: plain.id },
    { ...gauge, goal: 10, queryId: plain.id },
    { ...chart, queryId: words.id },
  ].map((tile, at) => ({ ...tile, id: crypto.randomUUID(), y: at * 3 }));
  const token = await linkTo({ tiles });
  const told = await Promise.all(
    tiles.map(async ({ id }) => (await must<PublicRows>(ask('rows', { token, tileId: id }))).rows),
  );
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
  expect(told).toEqual([[[5, 4]], days.map((day) => [day, 5]), [['told']], [[5, 4]], [[5]], [[]]]);
});

test('DASH-8 a filter that must have a value can’t be cleared by a stranger', async () => {
  const query = await save('Of one', `select 1 as one where :region::text is null or true`, [
    { name: 'region', type: 'text', value: null },
  ]);
  const tile = { kind: 'table', id: crypto.randomUUID(), queryId: query.id, title: '', ...place };
  const region = { slug: 'region', label: 'Region', type: 'text', isRequired: true };
  const filters = [{ ...region, options: ['EU', 'US'], initial: 'EU' }];
  const made = { tiles: [{ ...tile, parameters: [] }], filters };
  const token = await linkTo(made, { released: ['region'] });
  const open = await must<PublicDashboard>(ask('open', { token }));
  expect(open.filters).toMatchObject([{ slug: 'region', isRequired: true }]);
  const asking = async (asked: object, held = token) =>
    codeOf(await ask('rows', { token: held, tileId: tile.id, asked }));
  expect(await asking({})).toBe('200');
  expect(await asking({ 'f.region': 'US' })).toBe('200');
  for (const cleared of ['~', '', [], '~n', '~e', ['US', '~']]) {
    expect(await asking({ 'f.region': cleared })).toBe('422 E_LINK_VALUE');
  }
  const free = { ...made, filters: [{ ...region, options: [], initial: '' }] };
  const typed = await linkTo(free, { released: ['region'], allowsFreeValues: true });
  expect(await asking({ 'f.region': 'Asia' }, typed)).toBe('200');
  for (const cleared of [{}, { 'f.region': '~e' }]) {
    expect(await asking(cleared, typed)).toBe('422 E_LINK_VALUE');
  }
  expect(await asking({}, await linkTo(free))).toBe('422 E_LINK_VALUE');
});

test('DASH-8 a link with a password shows nothing before it, and its guesses are few', async () => {
  const { token } = await link({ password: 'open sesame' });
  expect(codeOf(await ask('open', { token }))).toBe('403 E_LINK_PASSWORD');
  expect(codeOf(await ask('rows', { token, tileId: ids.all }))).toBe('403 E_LINK_PASSWORD');
  const { pass } = await must<{ pass: string }>(ask('unlock', { token, password: 'open sesame' }));
  expect((await ask('open', { token, pass }, second)).status).toBe(200);
  const { token: other } = await link({ password: 'another one' });
  expect(codeOf(await ask('open', { token: other, pass }))).toBe('403 E_LINK_PASSWORD');
  const codes = [];
  for (let guess = 0; guess < 9; guess += 1) {
    codes.push(codeOf(await ask('unlock', { token: other, password: `guess ${guess}` })));
  }
  expect(codes[0]).toBe('422 E_PASSWORD_WRONG');
  expect(codes.at(-1)).toBe('429 E_RATE_LIMITED');
});

test('DASH-8 a revoked link is gone at once on every instance, and so is one whose author left or that is over', async () => {
  const { link: made, token } = await link();
  await must(ask('open', { token }, second));
  await must(member('DELETE', `${links()}/${made.id}`));
  expect(codeOf(await ask('open', { token }))).toBe('404 E_LINK_NOT_FOUND');
  expect(codeOf(await ask('open', { token }, second))).toBe('404 E_LINK_NOT_FOUND');
  const { db } = space.server.services;
  const { token: old, link: ended } = await link();
  await db.query({
    text: `update dashboard_links set expires_at = now() - interval '1 second' where id = $1`,
    values: [ended.id],
  });
  expect(codeOf(await ask('open', { token: old }))).toBe('404 E_LINK_NOT_FOUND');
  const { token: left } = await link();
  await db.query({
    text: `update users set suspended_at = now() where id = $1`,
    values: [space.editor.id],
  });
  expect(codeOf(await ask('open', { token: left }))).toBe('404 E_LINK_NOT_FOUND');
  await db.query({
    text: `update users set suspended_at = null where id = $1`,
    values: [space.editor.id],
  });
});

test('DASH-8 a viewer makes no public link; a made and a revoked one are in the audit log', async () => {
  expect(codeOf(await member('POST', links(), {}, space.viewer))).toBe('403 E_FORBIDDEN');
  const log = await member('GET', `/api/audit/v1/${space.projectId}`, undefined, space.owner);
  expect(log.text).toContain('dashboard.link-created');
  expect(log.text).toContain('dashboard.link-revoked');
});

test('DASH-8 what a tile’s database says is not told to strangers', async () => {
  const broken = await save('Broken', 'select 1 / 0 as canary_division');
  const tile = {
    kind: 'number',
    id: crypto.randomUUID(),
    queryId: broken.id,
    title: '',
    parameters: [],
    ...place,
  };
  const made = await must<Dashboard>(
    member('POST', `/api/dashboards/v1/${space.projectId}`, { name: 'Broken', tiles: [tile] }),
  );
  const { token } = await must<{ token: string }>(
    member('POST', `/api/dashboards/v1/${space.projectId}/${made.id}/links`, {}),
  );
  const failed = await ask('rows', { token, tileId: tile.id });
  expect(codeOf(failed)).toBe('424 E_LINK_UNREADABLE');
  expect(failed.text).not.toContain('zero');
});

test('DASH-8 the whole dashboard is a PDF for whoever may see it', async () => {
  const path = `/api/dashboards/v1/${space.projectId}/${dashboard.id}/pdf`;
  const { base64, fileName } = await must<{ base64: string; fileName: string }>(
    member('POST', path, { language: 'de', asked: { 'f.region': 'EU' } }, space.viewer),
  );
  expect(fileName).toBe('Outside.pdf');
  expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});

test('DASH-4 members talk about a tile; who is mentioned is told, and one’s own words can be taken back', async () => {
  const path = `/api/dashboards/v1/${space.projectId}/${dashboard.id}/comments`;
  const body = {
    tileId: ids.sales,
    text: 'Why so few?',
    mentions: [space.owner.id, space.stranger.id],
  };
  const comment = await must<{ id: string; mentions: { id: string }[] }>(
    member('POST', path, body, space.viewer),
  );
  expect(comment.mentions.map(({ id }) => id)).toEqual([space.owner.id]);
  const inbox = await member('GET', '/api/inbox/v1', undefined, space.owner);
  expect(inbox.text).toContain('Why so few?');
  expect(codeOf(await member('POST', path, { ...body, tileId: ids.other }))).toBe(
    '404 E_NOT_FOUND',
  );
  const settled = await must(member('PUT', `${path}/${comment.id}/resolved`, { isResolved: true }));
  expect(settled).toMatchObject({ resolvedBy: space.editor.name });
  expect(codeOf(await member('DELETE', `${path}/${comment.id}`))).toBe('403 E_FORBIDDEN');
  await must(member('DELETE', `${path}/${comment.id}`, undefined, space.viewer));
  expect(await must(member('GET', path))).toEqual([]);
});

test('DASH-4 of very many comments the latest are listed, so that nobody’s own is missing', async () => {
  await space.server.services.db.query({
    text: `insert into tile_comments (dashboard_id, tile_id, text, mentions, created_at)
           select $1, $2, n::text, '{}', now() - n * interval '1 minute'
           from generate_series(1, 510) n`,
    values: [dashboard.id, ids.sales],
  });
  const path = `/api/dashboards/v1/${space.projectId}/${dashboard.id}/comments`;
  await must(member('POST', path, { tileId: ids.sales, text: 'Mine', mentions: [] }));
  const listed = await must<{ text: string }[]>(member('GET', path));
  expect(listed.slice(-2).map(({ text }) => text)).toEqual(['1', 'Mine']);
});
