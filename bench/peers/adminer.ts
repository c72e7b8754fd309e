import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { findFreePort } from '../../apps/server/src/testing/free-port.ts';
import { answers, end, type Peer, run } from './peer.ts';

/** Debian's Adminer, by PHP's own server with as many processes as it needs here. */
export async function startAdminer(database: URL, folder: string): Promise<Peer> {
  run('apt-get', ['install', '-y', '--no-install-recommends', 'php-cli', 'php-pgsql'], folder);
  run('apt-get', ['download', 'adminer'], folder);
  run('dpkg', ['-x', ...globSync('adminer_*.deb', { cwd: folder }), '.'], folder);
  const port = await findFreePort();
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', join(folder, 'usr/share/adminer')], {
    env: { PATH: process.env.PATH, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: 'ignore',
  });
  const program = `http://127.0.0.1:${port}/adminer.php`;
  await answers(program);
  const place = new URLSearchParams({
    pgsql: `${database.hostname}:${database.port}`,
    username: database.username,
    db: database.pathname.slice(1),
    ns: 'public',
  });
  const cookie = await logIn(program, database);
  const open = async (query: string, shows: string) => {
    const { statusCode, body } = await request(`${program}?${place}&${query}`, {
      headers: { cookie },
    });
    const text = await body.text();
    if (statusCode !== 200 || !text.includes(shows)) throw new Error(`Adminer: ${query} failed`);
    return text;
  };
  const token = /name="token" value="([^"]+)"/.exec(await open('sql=', 'token'))?.[1] ?? '';
  return {
    name: 'Adminer',
    page: async (from) => {
      const page = `&limit=50&page=${from / 50}`;
      await open(`select=items&order%5B0%5D=id${page}`, `item ${from + 50}`);
    },
    sorted: async () => {
      await open('select=items&order%5B0%5D=name&limit=50&text_length=100', 'item 100');
    },
    selectOne: async () => {
      const { statusCode, body } = await request(`${program}?${place}&sql=`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ query: 'select 1', token }).toString(),
      });
      const text = await body.text();
      if (statusCode !== 200 || !text.includes('1 row'))
        throw new Error('Adminer: select 1 failed');
    },
    stop: () => end(child),
  };
}

async function logIn(program: string, database: URL): Promise<string> {
  const { headers, body } = await request(program, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      'auth[driver]': 'pgsql',
      'auth[server]': `${database.hostname}:${database.port}`,
      'auth[username]': database.username,
      'auth[password]': decodeURIComponent(database.password),
      'auth[db]': database.pathname.slice(1),
    }).toString(),
  });
  await body.dump();
  const cookies = [headers['set-cookie'] ?? []].flat();
  return cookies.map((one) => one.split(';')[0]).join('; ');
}
