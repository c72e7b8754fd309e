import { afterAll, expect, test } from 'vitest';
import { recentPageRoutes } from '@causeway/contract/recent-pages.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const ada = await createUser(server.services.db);
const bob = await createUser(server.services.db);
afterAll(() => server.stop());

const visit = (url: string, name = '') =>
  server.call(recentPageRoutes.remember, { body: { url, name } }, ada);
const list = async (person = ada) =>
  (await server.call(recentPageRoutes.list, {}, person)).map(({ url, name }) => [url, name]);

test('NAV-7 what a person opened follows them to every browser, each thing once, as it was seen last', async () => {
  await visit('/explore/orders?projectId=1&connectorId=2');
  await visit('/workflows/7?projectId=1', 'Nightly');
  await visit('/explore/orders?projectId=1&connectorId=2&filter=x');
  await visit('/explore/orders?projectId=1&connectorId=3');
  expect(await list()).toEqual([
    ['/explore/orders?projectId=1&connectorId=3', ''],
    ['/explore/orders?projectId=1&connectorId=2&filter=x', ''],
    ['/workflows/7?projectId=1', 'Nightly'],
  ]);
  expect(await list(bob)).toEqual([]);
});

test('NAV-7 the oldest make room, and what is not of the product is refused', async () => {
  for (let page = 0; page < 33; page += 1) await visit(`/snippets/${page}`);
  const kept = await list();
  expect([kept.length, kept[0]?.[0], kept[29]?.[0]]).toEqual([30, '/snippets/32', '/snippets/3']);
  await expect(visit('//evil.example/x')).rejects.toThrow('422');
});
