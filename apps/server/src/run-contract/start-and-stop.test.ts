import { mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  beginServer,
  failToStart,
  findPostgresPlace,
  launchServer,
  listPostgres,
  logIn,
  makeDataDirectory,
  type ServerProcess,
  waitFor,
} from '#testing/server-process.ts';

type Folder = Awaited<ReturnType<typeof makeDataDirectory>>;

/** Ends what a failed test may have left running. */
async function clear(folder: Folder, server?: ServerProcess): Promise<void> {
  server?.kill('SIGKILL');
  await server?.ended;
  for (const pid of await listPostgres(folder.path)) process.kill(pid, 'SIGKILL');
  await folder.remove();
}

describe('the life of an installation, one start after the other', () => {
  let folder: Folder;
  let server: ServerProcess;
  let token: string;

  beforeAll(async () => {
    folder = await makeDataDirectory();
  });
  afterAll(() => clear(folder, server));

  async function start(): Promise<void> {
    server = await launchServer({ DATA_DIR: folder.path, SAMPLE_SCALE: '0' });
  }

  test('the way in is the last thing the start prints, and the demo login printed there works', async () => {
    await start();
    const lines = server.output().trimEnd().split('\n');
    expect(lines.slice(-3)).toEqual([
      `Causeway is ready at ${server.url}`,
      '  demo@causeway.test / causeway-demo  (owner of the sample workspace)',
      '  staff@causeway.test / causeway-staff  (staff)',
    ]);
    expect(server.errors()).toBe('');
    token = await logIn(server);
    expect(await listProjectNames(server, token)).toEqual(['Sample workspace']);
    expect(await server.send('GET', '/health/ready')).toMatchObject({ status: 200 });
    const [{ id } = { id: '' }] = await listProjects(server, token);
    const { json } = await server.send('GET', `/api/sample/v1/${id}`, { token });
    expect(json).toMatchObject({ state: 'ready' });
  });

  test.skipIf(process.getuid?.() !== 0)(
    'root runs the product, and its Postgres runs as somebody else [skipped: only root can try this]',
    async () => {
      expect(await findPostgresPlace(folder.path)).toBe(join(folder.path, 'postgres'));
      const [postgres = 0] = await listPostgres(folder.path);
      expect((await stat(`/proc/${postgres}`)).uid).not.toBe(0);
    },
  );

  test('a second Causeway on the same data folder is refused in one line and disturbs nothing', async () => {
    const refused = await failToStart({ DATA_DIR: folder.path });
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(
      /^Causeway can't start\. DATA_DIR: another Causeway runs on .*\n$/,
    );
    expect(await listPostgres(folder.path)).toHaveLength(1);
    expect(await server.send('GET', '/user', { token })).toMatchObject({ status: 200 });
  });

  test('Ctrl-C stops the server and its Postgres, and the end is a success', async () => {
    await createProject(server, token, 'Made before the stop');
    server.kill('SIGINT');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(await listPostgres(folder.path)).toEqual([]);
    expect(server.errors()).toBe('');
  });

  test('SESS-3 a second start finds everything as it was, and nobody has to sign in again', async () => {
    await start();
    expect(await listProjectNames(server, token)).toEqual([
      'Sample workspace',
      'Made before the stop',
    ]);
  });

  test('a server killed during writes starts again on the Postgres it left, with every acknowledged write', async () => {
    const orphan = await listPostgres(folder.path);
    const acknowledged = await writeUntilKilled(server, token);
    expect(await listPostgres(folder.path)).toEqual(orphan);
    await start();
    expect(await listPostgres(folder.path)).toEqual(orphan);
    expect(await listProjectNames(server, token)).toEqual(expect.arrayContaining(acknowledged));
  });

  test('a server and its Postgres killed together start again with every acknowledged write', async () => {
    const acknowledged = await writeUntilKilled(server, token, () => killPostgres(folder));
    await start();
    expect(await listProjectNames(server, token)).toEqual(expect.arrayContaining(acknowledged));
    expect(await listPostgres(folder.path)).toHaveLength(1);
  });

  test('SESS-3 a Postgres that is killed comes back by itself, and nobody is logged out', async () => {
    await killPostgres(folder);
    const statuses = new Set<number>();
    await waitFor('an answer', async () => {
      const { status } = await server.send('GET', '/user', { token });
      statuses.add(status);
      return status === 200;
    });
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const refused = await failToStart({ DATA_DIR: folder.path });
    expect(refused.errors).toContain('another Causeway runs');
  });

  test('SIGTERM stops the server and its Postgres too', async () => {
    server.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(await listPostgres(folder.path)).toEqual([]);
  });

  test('a port in use is one line, and the Postgres of the failed start is stopped again', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const refused = await failToStart({
      DATA_DIR: folder.path,
      PORT: String(port),
      SAMPLE_DATA: 'off',
    });
    expect(refused).toMatchObject({
      code: 1,
      errors: `Causeway can't start. PORT: ${port} is in use on 127.0.0.1\n`,
    });
    expect(await listPostgres(folder.path)).toEqual([]);
    other.close();
  });
});

test('Ctrl-C in the middle of the first start leaves no Postgres behind, and the next start has no samples when none are wanted', async () => {
  const folder = await makeDataDirectory();
  const interrupted = beginServer({ DATA_DIR: folder.path, PORT: '0', SAMPLE_DATA: 'off' });
  await waitFor('its Postgres', async () => (await listPostgres(folder.path)).length > 0);
  expect(interrupted.output()).toBe('');
  interrupted.kill('SIGINT');
  expect(await interrupted.ended).toEqual({ code: 0, signal: null });
  expect(await listPostgres(folder.path)).toEqual([]);

  const server = await launchServer({ DATA_DIR: folder.path, SAMPLE_DATA: 'off' });
  expect(server.output()).not.toContain('demo@causeway.test');
  await expect(logIn(server)).rejects.toThrow('401 ');
  await server.stop();
  await clear(folder);
});

test('a second Causeway that its predecessor’s database lets in is refused at its objects, in the same line', async () => {
  const folder = await makeDataDirectory();
  await mkdir(join(folder.path, 'objects'));
  const catalog = new DatabaseSync(join(folder.path, 'objects', 'catalog.db'));
  catalog.exec('pragma locking_mode = exclusive; begin exclusive');
  const refused = await failToStart({ DATA_DIR: folder.path });
  expect(refused.code).toBe(1);
  expect(refused.errors).toMatch(
    /^Causeway can't start\. DATA_DIR: another Causeway runs on .*\n$/,
  );
  catalog.close();
  await folder.remove();
});

test('a data folder that is a file is one line', async () => {
  const folder = await makeDataDirectory();
  await writeFile(`${folder.path}/file`, '');
  const refused = await failToStart({ DATA_DIR: `${folder.path}/file` });
  expect(refused.code).toBe(1);
  expect(refused.errors).toMatch(/^Causeway can't start\. DATA_DIR: can't use .*\n$/);
  await folder.remove();
});

async function killPostgres(folder: Folder): Promise<void> {
  for (const pid of await listPostgres(folder.path)) process.kill(pid, 'SIGKILL');
}

async function createProject(server: ServerProcess, token: string, name: string): Promise<void> {
  const answer = await server.send('POST', '/api/projects/v1', { token, body: { name } });
  if (answer.status !== 200) throw new Error(answer.text);
}

async function listProjects(server: ServerProcess, token: string) {
  const answer = await server.send('GET', '/projects', { token });
  return answer.json as { id: string; name: string }[];
}

async function listProjectNames(server: ServerProcess, token: string): Promise<string[]> {
  return (await listProjects(server, token)).map((project) => project.name);
}

/** Four clients write as fast as they can; the names whose creation was acknowledged. */
async function writeUntilKilled(
  server: ServerProcess,
  token: string,
  killMore: () => Promise<void> = async () => {},
): Promise<string[]> {
  const acknowledged: string[] = [];
  const round = crypto.randomUUID();
  const writers = [1, 2, 3, 4].map(async (writer) => {
    for (let count = 1; ; count += 1) {
      const name = `Project ${writer}.${count} of ${round}`;
      try {
        await createProject(server, token, name);
      } catch {
        return;
      }
      acknowledged.push(name);
    }
  });
  await waitFor('some writes', async () => acknowledged.length > 40);
  server.kill('SIGKILL');
  await killMore();
  await Promise.all([...writers, server.ended]);
  return acknowledged;
}
