import { createMemoryHistory } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#platform/api/query-client.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { clearToken, writeToken } from '#platform/session/token-cookie.ts';
import { findCurrentUser, userQuery } from '#platform/session/user-query.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { router } from './router.tsx';

const shop = createProject({ id: 'shop', connectors: ['db', 'media'] });

vi.mock('#platform/navigation/lazy-page.tsx', () => ({ lazyPage: () => () => null }));

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(userQuery.queryKey, createUser());
  queryClient.setQueryData(projectsQuery.queryKey, [shop]);
  writeToken('token');
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(findCurrentUser())));
});

async function open(href: string) {
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [href] }) });
  await router.load();
  const leaf = router.state.matches.at(-1);
  return {
    href: router.state.location.publicHref,
    route: leaf?.fullPath ?? '',
    params: leaf?.params ?? {},
    isFound: router.state.matches.every(({ status }) => status !== 'notFound'),
  };
}

const plainPages = [
  '/',
  '/account',
  '/account/billing',
  '/account/notifications',
  '/account/personal',
  '/account/usage',
  '/account/workspaces',
  '/automations',
  '/automations/workflows/wizard',
  '/chat',
  '/community/snippets',
  '/dashboards',
  '/dashboards/wizard',
  '/explore/import',
  '/inbox',
  '/intelligence',
  '/onboarding',
  '/error/404',
];

test.each(plainPages)('NAV-1.1 %s is a page of its own', async (path) => {
  expect(await open(path)).toMatchObject({ route: path, href: path });
});

const scopedPages = [
  '/explore/orders',
  '/edit/orders/1',
  '/sql/editor',
  '/sql/wizard',
  '/sql/replace',
  '/dashboards/7',
  '/dashboards/customize/7',
  '/automations/workflows',
  '/automations/workflows/7',
  '/automations/history',
  '/automations/credentials',
  '/settings',
  '/settings/general',
  '/settings/members',
  '/settings/connectors',
  '/settings/api-keys',
  '/settings/usage',
];

test.each(scopedPages)('NAV-3 %s gets the current project and connector', async (path) => {
  expect((await open(path)).href).toBe(`${path}?projectId=shop&connectorId=db`);
});

test('NAV-3 one missing id is filled in and the rest of the query and hash survive', async () => {
  const { href } = await open('/sql/editor?tab=2&tab=3&connectorId=media#top');
  expect(href).toBe('/sql/editor?tab=2&tab=3&connectorId=media&projectId=shop#top');
});

test('NAV-3 both present select the project and connector', async () => {
  await open('/sql/editor?projectId=shop&connectorId=media');
  expect(findCurrentUser()?.selection).toEqual({
    projectId: 'shop',
    connectorIds: { shop: 'media' },
  });
});

test('NAV-3 without any project the address says null', async () => {
  queryClient.setQueryData(projectsQuery.queryKey, []);
  expect((await open('/settings/members')).href).toBe(
    '/settings/members?projectId=null&connectorId=null',
  );
});

test('NAV-3 an id the user can not see shows the 404 page and leaves the selection alone', async () => {
  const before = findCurrentUser()?.selection;
  const { isFound, href } = await open('/settings/members?projectId=other&connectorId=db');
  expect(isFound).toBe(false);
  expect(href).toBe('/settings/members?projectId=other&connectorId=db');
  expect(findCurrentUser()?.selection).toEqual(before);
});

test('NAV-3 the history of workflows leads to the history of automations', async () => {
  const { route, href } = await open('/automations/workflows/history?run=1');
  expect(route).toBe('/automations/history');
  expect(href).toBe('/automations/history?run=1&projectId=shop&connectorId=db');
});

test('NAV-5 an unknown path is no page', async () => {
  expect((await open('/nope')).route).toBe('/$');
  expect((await open('/settings/nope')).route).toBe('/$');
});

test('NAV-2 without a token a page leads to the login, which remembers it', async () => {
  clearToken();
  expect((await open('/chat?a=1')).href).toBe('/guest/login?next=%2Fchat%3Fa%3D1');
  writeToken('token');
  expect((await open('/guest/login?next=%2Fchat%3Fa%3D1')).href).toBe('/chat?a=1');
});

test('NAV-2 an unverified user is sent to onboarding', async () => {
  queryClient.setQueryData(userQuery.queryKey, createUser({ verified: false }));
  expect((await open('/')).href).toBe('/onboarding');
});

const scope = '?projectId=shop&connectorId=db';
test.each([
  '/explore/a%20b/c',
  '/explore/a//b',
  '/explore//a',
  '/explore/folder/',
  '/explore/100%25',
  '/explore/a+b',
  '/explore/a%23b%3Fc',
  '/explore/%C3%BCn%C3%AF',
  '/explore/%22x%22',
  '/explore/%27x%27',
  '/explore/a%2Fb',
  '/explore/~69mport',
  '/edit/import',
  '/edit/a//b/1',
])('NAV-8 %s stays as it is and is one page, however deep', async (path) => {
  const { href, route } = await open(path + scope);
  expect(href).toBe(path + scope);
  expect(route).toBe(path.startsWith('/edit') ? '/edit/$' : '/explore/$');
});
