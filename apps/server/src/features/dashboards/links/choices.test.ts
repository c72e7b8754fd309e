import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { PublicDashboard, PublicRows } from '@causeway/contract/dashboards/links.ts';
import { startDashboards } from '#testing/dashboard-requests.ts';
import { codeOf } from '#testing/sql-workspace.ts';

const { space, create, save, send } = await startDashboards();
afterAll(() => space.stop());

const tileId = crypto.randomUUID();
let dashboard: Dashboard;
const condition = (name: string) => ({ name, type: 'condition', value: null });
const text = { type: 'text', options: [], initial: '' };
const cities = `(values ('EU', 'DE', 'Berlin'), ('EU', 'DE', '~n'), ('EU', 'DE', null), ('EU', 'FR', 'Paris'), ('US', 'US', 'Boston'))
  as place(region, country, city)`;

beforeAll(async () => {
  const shown = await save(
    'Shown',
    `select city from ${cities} where :region(region) and :country(country) and :city(city) and :other(city) order by 1`,
    { parameters: ['region', 'country', 'city', 'other'].map(condition) },
  );
  const ofCity = await save(
    'Cities',
    `select city, 'canary' as more from ${cities} where :region(region) and :country(country) order by 1`,
    { parameters: ['region', 'country'].map(condition) },
  );
  const ofCountry = await save(
    'Countries',
    `select distinct country from ${cities} where :region(region) order by 1`,
    { parameters: [condition('region')] },
  );
  const ofAll = await save('All of them', `select city from ${cities}`);
  const tile = { id: tileId, kind: 'table', title: '', queryId: shown.id, parameters: [] };
  const from = (slug: string, { id: queryId }: { id: string }) => ({
    ...text,
    slug,
    label: slug,
    optionsFrom: { queryId },
  });
  dashboard = await create('Places', {
    tiles: [{ ...tile, x: 0, y: 0, w: 6, h: 3 }],
    filters: [
      { ...text, slug: 'region', label: 'Region', options: ['EU', 'US'] },
      // Depends on the one below it.
      { ...from('city', ofCity), isMany: true, hasEmpty: true },
      from('country', ofCountry),
      from('other', ofAll),
    ],
  });
});

async function link(body: object): Promise<string> {
  const answer = await send('POST', `/${dashboard.id}/links`, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.json as { token: string }).token;
}

function ask(path: string, body: object) {
  return space.server.send('POST', `/api/shared/v1/${path}`, { body });
}

async function choices(token: string, slug: string, asked: object = {}): Promise<unknown> {
  const answer = await ask('choices', { token, slug, asked });
  expect(answer.text).not.toContain('canary');
  return answer.status === 200 ? (answer.json as { values: string[] }).values : codeOf(answer);
}

async function rows(token: string, asked: object): Promise<unknown> {
  const answer = await ask('rows', { token, tileId, asked });
  return answer.status === 200 ? (answer.json as PublicRows).rows.flat() : codeOf(answer);
}

test('DASH-8 the choices of a query come over a link without a second yes, several at once, with “is empty”, and depend on the others', async () => {
  const token = await link({ released: ['city', 'country'] });
  const open = await ask('open', { token });
  expect((open.json as PublicDashboard).filters).toMatchObject([
    { slug: 'city', hasChoices: true, isMany: true, hasEmpty: true, options: [] },
    { slug: 'country', hasChoices: true, isMany: false, hasEmpty: false },
  ]);
  expect(await choices(token, 'country')).toEqual(['DE', 'FR', 'US']);
  expect(await choices(token, 'city')).toEqual(['Berlin', 'Boston', 'Paris', '~n']);
  expect(await choices(token, 'city', { 'f.country': 'DE' })).toEqual(['Berlin', '~n']);
  const asked = { 'f.country': 'DE', 'f.city': ['Berlin', '~~n', '~n'] };
  expect(await rows(token, asked)).toEqual(['Berlin', '~n', null]);
});

test('DASH-8 a stranger asks for what is offered beside the other values, and for nothing that was made up', async () => {
  const token = await link({ released: ['city', 'country'] });
  const refused = '422 E_LINK_VALUE';
  expect(await rows(token, { 'f.country': 'FR', 'f.city': ['Paris'] })).toEqual(['Paris']);
  expect(await rows(token, { 'f.country': 'FR', 'f.city': 'Berlin' })).toBe(refused);
  expect(await rows(token, { 'f.city': ['Berlin', 'Rome'] })).toBe(refused);
  expect(await rows(token, { 'f.city': `x' or true --` })).toBe(refused);
  expect(await rows(token, { 'f.country': 'Nowhere' })).toBe(refused);
  expect(await rows(token, { 'f.country': '~n' })).toBe(refused);
  // What is made up reaches no query of choices either.
  expect(await choices(token, 'city', { 'f.country': 'Nowhere' })).toBe(refused);
  expect(await choices(token, 'city', { 'f.region': 'EU' })).toBe(refused);
  expect(await choices(token, 'region')).toBe('404 E_LINK_NOT_FOUND');
  expect(await choices(token, 'nothing')).toBe('404 E_LINK_NOT_FOUND');
  // The yes to typing is for filters that have no choices.
  const free = await link({ released: ['city'], allowsFreeValues: true });
  expect(await rows(free, { 'f.city': 'Rome' })).toBe('422 E_LINK_VALUE');
});

test('DASH-8 choices carry what is locked; a filter whose choices would tell more is not there', async () => {
  const locked = { 'f.region': 'EU' };
  const token = await link({ released: ['city', 'country', 'other'], locked });
  expect(await choices(token, 'country')).toEqual(['DE', 'FR']);
  expect(await choices(token, 'city')).toEqual(['Berlin', 'Paris', '~n']);
  const open = await ask('open', { token });
  const { filters } = open.json as PublicDashboard;
  expect(filters.map(({ slug }) => slug)).toEqual(['city', 'country']);
  expect(await choices(token, 'other')).toEqual([]);
  for (const value of ['Berlin', 'Boston']) {
    expect(await rows(token, { 'f.other': value })).toBe('422 E_LINK_VALUE');
  }
  expect(await rows(token, { 'f.city': 'Boston' })).toBe('422 E_LINK_VALUE');
  expect(await choices(token, 'city', { 'f.region': '~' })).toBe('422 E_LINK_VALUE');
});

test('DASH-8 a link locks a filter to a value it can have, and to none that it opens', async () => {
  const wrong = [
    { locked: { 'f.region': '~' } },
    { locked: { 'f.region': 'Asia' } },
    { locked: { 'f.nothing': 'x' } },
    { locked: { 'f.region': 'EU' }, released: ['region'] },
  ];
  for (const body of wrong) {
    const answer = await send('POST', `/${dashboard.id}/links`, body);
    expect(codeOf(answer)).toBe('422 E_VALIDATION');
  }
});
