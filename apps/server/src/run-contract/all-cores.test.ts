import { readdir, readFile, readlink } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processesFor } from '#env';
import { listenTo } from '#testing/listen.ts';
import {
  launchServer,
  logIn,
  makeDataDirectory,
  type ServerProcess,
  waitFor,
} from '#testing/server-process.ts';
import { createTestDatabase } from '#testing/test-database.ts';

let server: ServerProcess;
let token: string;
let connector: string;
const folder = await makeDataDirectory();

beforeAll(async () => {
  server = await launchServer({
    DATA_DIR: folder.path,
    WEB_PROCESSES: '2',
    SAMPLE_SCALE: '0',
    DEFAULT_PLAN: 'business',
  });
  token = await logIn(server);
  const { json } = await server.send('GET', '/projects', { token });
  const [project] = json as { id: string }[];
  connector = await waitFor('the sample database', async () => {
    const found = await server.send('GET', `/api/connectors/v1/${project!.id}`, { token });
    const list = found.json as { id: string; implementation: string }[];
    return list.find(({ implementation }) => implementation === 'sql')?.id;
  });
});

afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  await folder.remove();
});

test('a small machine is used by one process, a larger one but for two cores', () => {
  expect([1, 2, 3, 4, 8, 64].map(processesFor)).toEqual([1, 1, 1, 2, 6, 8]);
});

test('one start answers by several processes, and one that is killed is replaced meanwhile', async () => {
  const before = await listAnswering();
  expect(before).toHaveLength(2);
  const [gone = 0] = before;
  process.kill(gone, 'SIGKILL');
  await waitFor('another one', async () => {
    const now = await listAnswering();
    return now.length === 2 && !now.includes(gone);
  });
  const ids = await waitFor('both to answer', openInEach);
  for (const id of ids) await end(id);
});

test('SQL-8.14 a transaction by hand goes on whichever process its calls reach', async () => {
  for (const id of await waitFor('one in each process', openInEach)) {
    for (const value of [1, 2, 3, 4]) {
      const { text } = await call('POST', '/api/sql/v1/run', {
        sql: `select set_config('all.cores', coalesce(nullif(current_setting('all.cores', true), ''), '') || '${value}', true) as seen`,
        transactionId: id,
      });
      expect(text).toContain(['1', '12', '123', '1234'][value - 1]);
    }
    const path = `/api/sql/v1/transactions/${id}`;
    expect((await call('GET', path)).status).toBe(200);
    await end(id);
    expect((await call('GET', path)).text).toContain('E_TRANSACTION_NOT_FOUND');
  }
});

test('what one process learns all streams tell, and what one refuses all refuse', async () => {
  const streams = await Promise.all(Array.from({ length: 4 }, () => listenTo(server.url, token)));
  for (const { events } of streams) {
    await waitFor('a stream', async () => events.includes('ready'));
  }
  await call('PATCH', '/user', { settings: { theme: 'dark' } });
  for (const { events } of streams) {
    await waitFor('the event', async () => events.includes('user.changed'));
  }
  for (const stream of streams) stream.leave();
  const wrong = { email: 'demo@causeway.test', password: 'not this one' };
  const answers = [];
  for (let time = 0; time < 12; time += 1) {
    answers.push((await call('POST', '/auth/login', wrong, null)).status);
  }
  expect(answers.filter((status) => status !== 429)).toHaveLength(10);
});

test('the inner doors stay closed to who does not belong there', async () => {
  const answers = await Promise.all(
    (await listInnerDoors()).map(async (port) => {
      const { status } = await fetch(`http://127.0.0.1:${port}/user`, {
        headers: { authorization: `Bearer ${token}`, 'x-causeway-sibling': 'me' },
      });
      return status;
    }),
  );
  expect(answers).toEqual([404, 404]);
});

test('a stop ends them all', async () => {
  const answering = await listAnswering();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await stillThere(answering)).toEqual([]);
});

test('a keeper that is lost leaves none behind', async () => {
  const database = await createTestDatabase();
  const lost = await launchServer({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    WEB_PROCESSES: '2',
    SAMPLE_DATA: 'off',
  });
  const answering = await listAnswering(lost.pid);
  expect(answering).toHaveLength(2);
  lost.kill('SIGKILL');
  await lost.ended;
  await waitFor('their end', async () => (await stillThere(answering)).length === 0);
  await database.drop();
});

/** A call on a connection of its own, which the next process gets. */
function call(
  method: string,
  path: string,
  body?: object,
  who: string | null = token,
): Promise<{ status: number; text: string }> {
  const isSql = path.startsWith('/api/sql/');
  const sent = body && JSON.stringify(isSql ? { connector: { id: connector }, ...body } : body);
  const query = isSql && !body ? `?connector[id]=${connector}` : '';
  return new Promise((resolve, reject) => {
    const asked = ask(`${server.url}${path}${query}`, {
      method,
      agent: false,
      headers: {
        ...(who && { authorization: `Bearer ${who}` }),
        ...(sent && { 'content-type': 'application/json' }),
      },
    });
    asked.once('error', reject);
    asked.once('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode ?? 0, text });
    });
    asked.end(sent);
  });
}

/** A transaction in each of the two; nothing where both calls reached the same. */
async function openInEach(): Promise<string[] | undefined> {
  const ids: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { text } = await call('POST', '/api/sql/v1/run', { sql: 'begin' });
    const [, id] = /"transaction":\{"id":"([\w-]+)"/.exec(text) ?? [];
    if (id) ids.push(id);
  }
  const holders = new Set(ids.map((id) => id.slice(0, 2)));
  if (holders.size === 2) return ids;
  for (const id of ids) await end(id);
  return undefined;
}

async function end(id: string): Promise<void> {
  const path = `/api/sql/v1/transactions/${id}/end`;
  expect(await call('POST', path, { how: 'rollback' })).toMatchObject({ status: 200 });
}

async function listAnswering(keeper = server.pid): Promise<number[]> {
  const children = await readFile(`/proc/${keeper}/task/${keeper}/children`, 'utf8');
  const pids = children.trim().split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_pid, place) => commands[place]?.includes('main.ts'));
}

async function stillThere(pids: number[]): Promise<number[]> {
  const all = new Set(await readdir('/proc'));
  return pids.filter((pid) => all.has(String(pid)));
}

/** Where the processes that answer listen besides: on this machine alone, each on a port of its own. */
async function listInnerDoors(): Promise<number[]> {
  const table = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  const listening = table
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === '0A');
  const ports = new Map(
    listening.map((line) => [line[9] ?? '', Number.parseInt(line[1]?.split(':')[1] ?? '', 16)]),
  );
  const found: number[] = [];
  for (const pid of await listAnswering()) {
    for (const fd of await readdir(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      const port = ports.get(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '');
      if (port !== undefined && `http://127.0.0.1:${port}` !== server.url) found.push(port);
    }
  }
  return found;
}
