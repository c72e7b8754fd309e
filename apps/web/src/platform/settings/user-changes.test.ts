import { changeSettings } from '@causeway/contract/settings/change.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#platform/api/query-client.ts';
import { findCurrentUser, userQuery } from '#platform/session/user-query.ts';
import { eventually } from '#testing/eventually.ts';
import { createUser } from '#testing/factories.ts';
import { changeUser, dropPendingChanges } from './user-changes.ts';

type Body = Parameters<typeof changeUser>[0] & { settingsBase?: object };
type Sent = { body: Body; key: string | null };

let stored = createUser();
let sent: Sent[] = [];
let outcome: (sent: Sent) => Promise<Response> | Response;

beforeEach(() => {
  stored = createUser();
  sent = [];
  outcome = take;
  queryClient.setQueryData(userQuery.queryKey, stored);
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    if (request.method === 'GET') return Promise.resolve(Response.json(stored));
    const headers = new Headers(request.headers);
    const one = {
      body: JSON.parse(String(request.body)) as Body,
      key: headers.get('idempotency-key'),
    };
    sent.push(one);
    return Promise.resolve(outcome(one));
  });
});

afterEach(() => {
  dropPendingChanges();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('SESS-6 a settings change is shown at once and saved at once', async () => {
  const saved = changeUser({ settings: { theme: 'dark' } });
  expect(findCurrentUser()?.settings.theme).toBe('dark');
  expect(sent).toHaveLength(1);
  await saved;
  expect(stored.settings.theme).toBe('dark');
});

test('SESS-6 changes reach the server in the order they were made, one at a time', async () => {
  const answers: (() => void)[] = [];
  outcome = (one) =>
    new Promise((resolve) => {
      answers.push(() => resolve(take(one)));
    });
  const changes = [
    changeUser({ settings: { theme: 'dark' } }),
    changeUser({ settings: { theme: 'light' } }),
    changeUser({ settings: { uiLang: 'de' } }),
  ];
  expect(findCurrentUser()?.settings).toMatchObject({ theme: 'light', uiLang: 'de' });
  for (const index of [0, 1, 2]) {
    await eventually(() => expect(answers).toHaveLength(index + 1));
    answers[index]?.();
  }
  await Promise.all(changes);
  expect(sent.map(({ body }) => body.settings)).toEqual([
    { theme: 'dark' },
    { theme: 'light' },
    { uiLang: 'de' },
  ]);
  expect(findCurrentUser()?.settings).toMatchObject({ theme: 'light', uiLang: 'de' });
});

test('SESS-6 two tabs that each add a pin end with both', async () => {
  const theirs = { url: '/b', name: 'B' };
  stored = createUser({ settings: { ...stored.settings, pins: [theirs] } });
  await changeUser({ settings: { pins: [{ url: '/a', name: 'A' }] } });
  expect(sent[0]?.body.settingsBase).toEqual({ pins: [] });
  expect(findCurrentUser()?.settings.pins.map(({ url }) => url)).toEqual(['/a', '/b']);
});

test('SESS-6 a read that comes back late does not undo a change that is under way', async () => {
  let answer = () => {};
  outcome = (one) =>
    new Promise((resolve) => {
      answer = () => resolve(take(one));
    });
  const saved = changeUser({ settings: { theme: 'dark' } });
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(findCurrentUser()?.settings.theme).toBe('dark');
  answer();
  await saved;
});

test('SESS-6 a refused change is taken back', async () => {
  outcome = () =>
    Response.json({ code: 'E_VALIDATION', message: 'no', requestId: 'r' }, { status: 422 });
  await expect(changeUser({ name: '' })).rejects.toMatchObject({ code: 'E_VALIDATION' });
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
  expect(findCurrentUser()?.name).toBe('Ada');
});

test('SESS-6 while the server can not be reached a change waits and is sent again with its key', async () => {
  vi.useFakeTimers();
  outcome = () => Promise.reject(new TypeError('Failed to fetch'));
  const saved = changeUser({ settings: { theme: 'dark' } });
  await vi.advanceTimersByTimeAsync(100);
  outcome = take;
  await vi.advanceTimersByTimeAsync(4000);
  await saved;
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect(stored.settings.theme).toBe('dark');
});

function take({ body }: Sent): Response {
  stored = {
    ...stored,
    settings: changeSettings(stored.settings, body.settings ?? {}, body.settingsBase),
  };
  return Response.json(stored);
}
