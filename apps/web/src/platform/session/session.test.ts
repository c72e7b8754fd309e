import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { chooseLanguage } from '#platform/settings/choose-language.ts';
import { changesAnswered } from '#platform/settings/user-changes.ts';
import { createUser } from '#testing/factories.ts';
import { openSession } from './open-session.ts';
import { isSignedIn, login, logout } from './session.ts';
import { clearToken, readToken, writeToken } from './token-cookie.ts';
import { findCurrentUser, userQuery } from './user-query.ts';

type Answer = { status?: number; body: unknown };
let answers: Record<string, Answer>;
let asked: string[];

beforeAll(() => startI18n('en'));

beforeEach(() => {
  asked = [];
  answers = {
    'GET /user': { body: createUser() },
    'GET /projects': { body: [] },
    'POST /auth/login': { body: { user: createUser(), token: 'fresh' } },
    'POST /auth/logout': { body: null },
  };
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url}`);
    const answer = answers[`${method} ${url}`];
    if (!answer) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(Response.json(answer.body, { status: answer.status ?? 200 }));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  api.forgetReads();
  clearToken();
  localStorage.clear();
});

test('SESS-1 signing in keeps the token and the user', async () => {
  await login({ email: 'ada@causeway.test', password: 'x' });
  expect(readToken()).toBe('fresh');
  expect(findCurrentUser()?.name).toBe('Ada');
});

test('SET-2 SET-3 what follows the choices of the user hears of whoever signs in', async () => {
  const follower = new QueryObserver(queryClient, { ...userQuery, enabled: false });
  const stop = follower.subscribe(() => undefined);
  await login({ email: 'ada@causeway.test', password: 'x' });
  expect(follower.getCurrentResult().data?.name).toBe('Ada');
  stop();
});

test('SET-3 a language chosen before signing in becomes the own one, content along, where none was chosen', async () => {
  const changes: unknown[] = [];
  const settings = { ...createUser().settings, uiLang: 'de' as const, lang: 'de' as const };
  answers['PATCH /user'] = { body: createUser({ settings }) };
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (init.method === 'PATCH') changes.push(JSON.parse(String(init.body)));
    return answered(url, init);
  });
  chooseLanguage('de');
  await login({ email: 'ada@causeway.test', password: 'x' });
  expect(i18n.language).toBe('de');
  await changesAnswered();
  expect(changes).toEqual([
    { settings: { uiLang: 'de', lang: 'de' }, settingsBase: { uiLang: null, lang: 'en' } },
  ]);
  await logout();
  queryClient.clear();

  const english = createUser({ settings: { ...settings, uiLang: 'en', lang: 'en' } });
  answers['POST /auth/login'] = { body: { user: english, token: 'fresh' } };
  answers['GET /user'] = { body: english };
  chooseLanguage('de');
  await login({ email: 'ada@causeway.test', password: 'x' });
  expect(i18n.language).toBe('en');
  await changesAnswered();
  expect(changes).toHaveLength(1);
  expect(localStorage.getItem('causeway.guest-language')).toBeNull();
});

test('SESS-2 signing out ends the session on the server and clears cookie and local storage', async () => {
  writeToken('token');
  localStorage.setItem('causeway.recent.user', '[]');
  await logout();
  expect(asked).toEqual(['POST /auth/logout']);
  expect(isSignedIn()).toBe(false);
  expect(localStorage).toHaveLength(0);
});

test('SESS-3 who typed when the server ended their session finds it again in this tab, and nobody else does', async () => {
  const { id } = createUser();
  const ofNobody = new Set(['causeway.language', 'causeway.last-way']);
  const kept = () => Object.entries(localStorage).filter(([key]) => !ofNobody.has(key));
  const dead = { status: 401, body: { code: 'E_INVALID_API_TOKEN', message: '', requestId: '1' } };
  const lose = async () => {
    queryClient.clear();
    writeToken('token');
    localStorage.setItem(`causeway.snippet.${id}.one`, 'typed');
    localStorage.setItem('causeway.snippet.somebody-else.two', 'theirs');
    answers['GET /user'] = dead;
    expect(await openSession()).toBe('ready');
    expect(kept()).toEqual([]);
    // A page that is left may look once more.
    expect(await openSession()).toBe('ready');
    answers['GET /user'] = { body: createUser() };
  };
  await lose();
  await login({ email: 'ada@causeway.test', password: 'x' });
  expect(kept()).toEqual([[`causeway.snippet.${id}.one`, 'typed']]);
  await logout();
  expect(sessionStorage).toHaveLength(0);
  await lose();
  answers['POST /auth/login'] = { body: { user: { ...createUser(), id: 'other' }, token: 'new' } };
  await login({ email: 'eve@causeway.test', password: 'x' });
  expect(kept()).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
});

test('SESS-2 signing out works here even when the server can not be reached', async () => {
  writeToken('token');
  delete answers['POST /auth/logout'];
  await logout();
  expect(isSignedIn()).toBe(false);
});

test('SESS-3 with a token, user and projects are loaded at startup; without one nothing is asked', async () => {
  expect(await openSession()).toBe('ready');
  expect(asked).toEqual([]);
  writeToken('token');
  expect(await openSession()).toBe('ready');
  expect(findCurrentUser()?.name).toBe('Ada');
});

test('SESS-3 a token the server refuses resets the session', async () => {
  writeToken('token');
  const body = { code: 'E_INVALID_API_TOKEN', message: 'ended', requestId: 'r' };
  answers['GET /user'] = { status: 401, body };
  answers['GET /projects'] = { status: 401, body };
  expect(await openSession()).toBe('ready');
  expect(isSignedIn()).toBe(false);
});

test('SESS-3 a server that can not be reached, or is not ready, signs nobody out', async () => {
  writeToken('token');
  delete answers['GET /user'];
  expect(await openSession()).toBe('unreachable');
  answers['GET /user'] = {
    status: 503,
    body: { code: 'E_UNAVAILABLE', message: '', requestId: 'r' },
  };
  expect(await openSession()).toBe('unreachable');
  expect(isSignedIn()).toBe(true);
});
