import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listenTo } from '#testing/listen.ts';
import {
  launchServer,
  listPostgres,
  logIn,
  makeDataDirectory,
  type ServerProcess,
  waitFor,
} from '#testing/server-process.ts';
import { createTestDatabase } from '#testing/test-database.ts';

// Whole processes start and stop here, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Two instances that know nothing of each other but the database. */
let one: ServerProcess;
let two: ServerProcess;

const database = await createTestDatabase();
const folders = [await makeDataDirectory(), await makeDataDirectory()];
beforeAll(async () => {
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'one key that both instances have in common',
  };
  [one, two] = (await Promise.all(
    folders.map((folder) => launchServer({ ...settings, DATA_DIR: folder.path })),
  )) as [ServerProcess, ServerProcess];
});

afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  for (const folder of folders) await folder.remove();
  await database.drop();
});

test('with DATABASE_URL the given server is used and no Postgres is started', async () => {
  for (const folder of folders) expect(await listPostgres(folder.path)).toEqual([]);
  const token = await logIn(one);
  expect(await one.send('GET', '/user', { token })).toMatchObject({ status: 200 });
});

test('SESS-1 who signed in on one instance is signed in on the other', async () => {
  const token = await logIn(one);
  expect((await two.send('GET', '/user', { token })).json).toMatchObject({
    email: 'demo@causeway.test',
  });
});

test('SESS-2 who signs out on one instance is signed out on the other, streams included', async () => {
  const token = await logIn(one);
  const heard = await listenTo(two.url, token);
  await waitFor('the stream', async () => heard.events.includes('ready'));
  await one.send('POST', '/auth/logout', { token });
  expect((await two.send('GET', '/user', { token })).json).toMatchObject({
    code: 'E_INVALID_API_TOKEN',
  });
  await waitFor('the end of the stream', async () => heard.closed);
});

test('SESS-6 a setting changed on one instance is announced to a tab on the other', async () => {
  const token = await logIn(one);
  const heard = await listenTo(two.url, token);
  await waitFor('the stream', async () => heard.events.includes('ready'));
  await one.send('PATCH', '/user', { token, body: { settings: { theme: 'dark' } } });
  await waitFor('the event', async () => heard.events.includes('user.changed'));
  expect((await two.send('GET', '/user', { token })).json).toMatchObject({
    settings: { theme: 'dark' },
  });
  heard.leave();
});

test('CALL-3 a write repeated on the other instance with the same key happens once', async () => {
  const token = await logIn(one);
  const request = { token, key: 'same-key-on-both', body: { name: 'Made once' } };
  const answers = await Promise.all(
    [one, two, one, two].map((instance) => instance.send('POST', '/api/projects/v1', request)),
  );
  const texts = new Set(answers.map((answer) => answer.text));
  expect(texts.size).toBe(1);
  const projects = (await two.send('GET', '/projects', { token })).json as { name: string }[];
  expect(projects.filter((project) => project.name === 'Made once')).toHaveLength(1);
});
