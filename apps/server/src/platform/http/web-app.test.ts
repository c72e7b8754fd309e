import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from './server.ts';
import { addWebApp } from './web-app.ts';

let folder: string;

const outside = await mkdtemp(join(tmpdir(), 'causeway-web-'));
beforeAll(async () => {
  await writeFile(join(outside, 'secret.txt'), 'nobody’s business');
  folder = join(outside, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  const page =
    '<meta name="causeway:production" content="no"><meta name="causeway:own-hosts" content=""><head></head><div id="root"></div>';
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'assets', 'app-1.js'), 'export {}');
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, '.built-from'), 'nobody’s business');
  await writeFile(join(folder, 'assets', 'app-1.js.br'), 'in br');
  await writeFile(join(folder, 'assets', 'app-1.js.gz'), 'in gzip');
});
afterAll(() => rm(outside, { recursive: true }));

async function serve(production: boolean, ownHosts: string[] = []) {
  const app = createServer({
    logger: pino({ level: 'silent' }),
    proxies: 0,
    guests: { hosts: [] },
  });
  await addWebApp(app, pathToFileURL(`${folder}/`), { production, ownHosts });
  return app;
}

test('every address that is not a file and not the API gets the page', async () => {
  const app = await serve(false);
  for (const url of [
    '/',
    '/explore/a%2Fb//c',
    '/edit/%22%25%20%C3%9F',
    '/settings/members?projectId=1',
    '/no/such/page',
  ]) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<div id="root">');
  }
  expect((await app.inject({ url: '/api/nothing' })).json()).toMatchObject({ code: 'E_NOT_FOUND' });
});

test('NAV-1.1 the page names the files that its address will load, and those of the login to who is not signed in', async () => {
  const page = (path: string, kind: string, file: string) => ({
    path,
    kind,
    files: [file],
    texts: { en: [`${file}.en`], de: [`${file}.de`] },
  });
  const ahead = {
    pages: [
      page('/guest/login', 'guest', 'assets/login.js'),
      page('/explore/$', 'scoped', 'assets/rows.js'),
      page('/dashboards/$id', 'scoped', 'assets/tiles.js'),
      page('/dashboards/wizard', 'plain', 'assets/wizard.js'),
    ],
    texts: { en: ['assets/words.en.js'], de: ['assets/words.de.js'] },
  };
  await mkdir(join(folder, 'builds'), { recursive: true });
  await writeFile(join(folder, 'builds', 'ahead.json'), JSON.stringify(ahead));
  const app = await serve(false);
  const named = async (url: string, headers: Record<string, string>) => {
    const { body } = await app.inject({ url, headers });
    return [...body.matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file);
  };
  const cookie = 'a=1; token=abc';
  expect(await named('/explore/items?projectId=1', { cookie })).toEqual([
    'rows.js',
    'words.en.js',
    'rows.js.en',
  ]);
  expect(await named('/dashboards/wizard', { cookie, 'accept-language': 'de-AT,en' })).toEqual([
    'wizard.js',
    'words.de.js',
    'wizard.js.de',
  ]);
  expect(await named('/dashboards/77', { cookie })).toContain('tiles.js');
  expect(await named('/nowhere/at/all', { cookie })).toEqual(['words.en.js']);
  expect(await named('/explore/items', { cookie: 'token=' })).toContain('login.js');
});

test('files with a hash are kept for a year, the page never', async () => {
  const app = await serve(false);
  const asset = await app.inject({ url: '/assets/app-1.js' });
  expect(asset.headers['cache-control']).toContain('immutable');
  expect((await app.inject({ url: '/' })).headers['cache-control']).toBe('no-cache');
  expect((await app.inject({ url: '/assets/gone-2.js' })).statusCode).toBe(404);
});

test('a file that another build took away is not found, one that was asked for before is still there', async () => {
  const app = await serve(false);
  const ask = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted };
    return (await app.inject({ url: '/assets/app-1.js', headers })).statusCode;
  };
  expect(await ask('br')).toBe(200);
  for (const ending of ['', '.br']) await rm(join(folder, 'assets', `app-1.js${ending}`));
  expect([await ask('br'), await ask('')]).toEqual([200, 404]);
  await writeFile(join(folder, 'assets', 'app-1.js'), 'export {}');
  await writeFile(join(folder, 'assets', 'app-1.js.br'), 'in br');
  expect(await ask('')).toBe(200);
});

test('a file comes as it was compressed by the build, if the browser reads that, and not twice', async () => {
  const app = await serve(false);
  const ask = (headers: Record<string, string>) =>
    app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': '', ...headers } });
  const bodies = { 'gzip, deflate, br': 'in br', 'gzip;q=1.0, br;q=0': 'in gzip', br: 'in br' };
  for (const [accepted, body] of Object.entries(bodies)) {
    const answer = await ask({ 'accept-encoding': accepted });
    expect(answer.body, accepted).toBe(body);
    expect(answer.headers).toMatchObject({
      'content-encoding': body.slice(3),
      'content-type': 'text/javascript; charset=utf-8',
      vary: expect.stringContaining('accept-encoding') as string,
    });
  }
  const plain = await ask({});
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['export {}', undefined]);
  const again = await ask({ 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject({ url: '/assets/app-1.js.br' })).statusCode).toBe(404);
});

test('the page says when it was sent: what happens from then on is told to who shows it', async () => {
  const app = await serve(false);
  const before = Date.now();
  const { body } = await app.inject({ url: '/explore' });
  const sentAt = Number(/name="causeway:sent-at" content="(\d+)"/.exec(body)?.[1]);
  expect(sentAt).toBeGreaterThanOrEqual(before);
  expect(sentAt).toBeLessThanOrEqual(Date.now());
});

test('files at the top are asked for again each time, and nothing outside is served', async () => {
  const app = await serve(false);
  const icon = await app.inject({ url: '/icon.svg' });
  expect([icon.body, icon.headers['cache-control']]).toEqual(['<svg/>', 'no-cache']);
  expect((await app.inject({ url: '/.built-from' })).body).not.toContain('nobody’s business');
  for (const up of ['..', '%2e%2e', '..%2f', '%2e%2e%2f..']) {
    const answer = await app.inject({ url: `/assets/${up}/${up}/secret.txt` });
    expect(answer.body, up).not.toContain('nobody’s business');
  }
});

test('NAV-6.1 the page knows whether the installation is in production', async () => {
  const inProduction = await (await serve(true)).inject({ url: '/' });
  expect(inProduction.body).toContain('content="yes"');
  const elsewhere = await (await serve(false)).inject({ url: '/' });
  expect(elsewhere.body).toContain('content="no"');
});

test('LINK-2.2 the page tells which further hosts the operator calls ours', async () => {
  const app = await serve(true, ['old.example.com', 'example.org:8443']);
  const { body } = await app.inject({ url: '/' });
  expect(body).toContain('name="causeway:own-hosts" content="old.example.com example.org:8443"');
});
