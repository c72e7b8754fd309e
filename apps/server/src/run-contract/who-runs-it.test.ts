import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { launchServer, listPostgres, logIn, makeDataDirectory } from '#testing/server-process.ts';

/**
 * Postgres refuses to run as root, and an ordinary user can't change users, so the two are different
 * ways. Only root can try both; anybody else tries their own.
 */
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };

async function ownerOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

test('an ordinary user runs the product in a folder nobody else can enter, and its Postgres runs as that user', async () => {
  const user = isRoot ? nobody : undefined;
  const folder = await makeDataDirectory(user);
  await chmod(dirname(folder.path), 0o700);
  const server = await launchServer({ DATA_DIR: folder.path }, { user });
  await logIn(server);
  const [postgres = 0] = await listPostgres(folder.path);
  expect(await ownerOf(postgres)).toBe(user?.uid ?? process.getuid?.());
  // The sample is being filled; its end is no noise.
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(server.errors()).toBe('');
  expect(await listPostgres(folder.path)).toEqual([]);
  await folder.remove();
});

test.skipIf(!isRoot)(
  'root may keep the data in a folder nobody else can enter, and a folder made anew under the same name starts empty [skipped: only root can try this]',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'causeway-closed-'));
    await chmod(parent, 0o700);
    const path = join(parent, 'data');
    const places: string[] = [];
    for (const round of ['first', 'made anew']) {
      await mkdir(path);
      const server = await launchServer({ DATA_DIR: path, SAMPLE_SCALE: '0' });
      const token = await logIn(server);
      const projects = (await server.send('GET', '/projects', { token })).json;
      expect({ round, projects }).toMatchObject({ projects: [{ name: 'Sample workspace' }] });
      await server.send('POST', '/api/projects/v1', { token, body: { name: 'Another' } });
      await server.stop();
      expect(await listPostgres(path)).toEqual([]);
      places.push((await readFile(join(path, 'postgres-is-at.txt'), 'utf8')).trim());
      await rm(path, { recursive: true });
    }
    expect(new Set(places).size).toBe(2);
    for (const place of [...places, parent]) await rm(place, { recursive: true });
  },
);
