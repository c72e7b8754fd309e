import { expect, test } from 'vitest';
import type { StepContext } from '../engine/executor.ts';
import { createHttpStep } from './http.ts';

test('AUTO-3 pages are put together however many items each has', async () => {
  const items = Array.from({ length: 400_000 }, (_, at) => at % 10);
  const pages: Record<string, object> = {
    'https://elsewhere.test/': { items, next: '/second' },
    'https://elsewhere.test/second': { items: [7], next: null },
  };
  const fetch = (url: string) => Promise.resolve(Response.json(pages[url]));
  const { http } = createHttpStep({
    fetch: fetch as never,
    useCredential: () => Promise.reject(new Error('None is used.')),
  });
  const { output } = (await http.execute({
    node: {
      method: 'GET',
      url: 'https://elsewhere.test/',
      query: [],
      headers: [],
      timeoutSeconds: 10,
      paging: { items: 'items', next: 'next', pages: 5 },
    },
    run: { projectId: 'p' },
    signal: new AbortController().signal,
    stepKey: 'k',
    spend: () => {},
    isDry: false,
  } as unknown as StepContext<'http'>)) as { output: { body: number[]; pages: number } };
  expect([output.body.length, output.body.at(-1), output.pages]).toEqual([400_001, 7, 2]);
});

test.each([
  ['{"amount": 5}', 'application/json'],
  ['[{"amount": 5}]', 'application/json'],
  ['{amount}', null],
  ['amount=5', null],
])('AUTO-3 a text that is JSON is sent as JSON: %s', async (body, type) => {
  let sent: RequestInit | undefined;
  const fetch = (_url: string, request: RequestInit) => {
    sent = request;
    return Promise.resolve(new Response('ok'));
  };
  const { http } = createHttpStep({
    fetch: fetch as never,
    useCredential: () => Promise.reject(new Error('None is used.')),
  });
  await http.execute({
    node: {
      method: 'POST',
      url: 'https://elsewhere.test/',
      query: [],
      headers: [],
      timeoutSeconds: 10,
      body,
    },
    run: { projectId: 'p' },
    signal: new AbortController().signal,
    stepKey: 'k',
    spend: () => {},
    isDry: false,
  } as unknown as StepContext<'http'>);
  expect(new Headers(sent?.headers).get('content-type')).toBe(type);
  expect(sent?.body).toBe(body);
});
