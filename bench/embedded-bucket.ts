import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  launchServer,
  logIn,
  makeDataDirectory,
  type ServerProcess,
} from '../apps/server/src/testing/server-process.ts';
import type { Row } from './run.ts';

// What a large upload costs the machine when the bucket is the one that comes along: the product,
// its Postgres and its store, all that `npm start` starts, watched as one.

const GIGABYTE = 1024 ** 3;
const PARTS_AT_ONCE = 3;
const REST_MS = 20_000;

export async function bench(): Promise<Row[]> {
  const folder = await makeDataDirectory();
  const settings = { DATA_DIR: folder.path, REQUESTS_PER_MINUTE: '100000000' };
  // The samples are made by the first start, in a process of their own that is not to be counted.
  const first = await launchServer(settings);
  do await sleep(REST_MS);
  while (await isFilling(first.pid));
  await first.stop();
  const server = await launchServer(settings);
  try {
    const token = await logIn(server);
    const connectorId = await findBucket(server, token);
    await sleep(REST_MS);
    const memory = await watchTree(server.pid);
    await upload(server, token, connectorId);
    const most = memory.most();
    await sleep(REST_MS);
    const left = (await readTree(server.pid)) - memory.first;
    memory.stop();
    return [
      {
        name: '1 GB by the browser’s calls into the embedded bucket, all processes grow by, MB',
        ours: most - memory.first,
        limit: 160,
      },
      { name: 'of which is left 20 s later, MB', ours: left, limit: 60 },
    ];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

async function findBucket(server: ServerProcess, token: string): Promise<string> {
  const { json: projects } = await server.send('GET', '/projects', { token });
  const [project] = projects as { id: string }[];
  const { json } = await server.send('GET', `/api/connectors/v1/${project?.id}`, { token });
  const connectors = json as { id: string; implementation: string }[];
  return connectors.find(({ implementation }) => implementation === 's3')?.id ?? '';
}

/** As the web application does it: parts of the size the server names, a few at once. */
async function upload(server: ServerProcess, token: string, connectorId: string): Promise<void> {
  const connector = { id: connectorId };
  const { json } = await server.send('POST', '/api/s3/v1/uploads', {
    token,
    body: { connector, path: 'large.bin', byte_size: GIGABYTE },
  });
  const { id, partSize, partCount } = json as { id: string; partSize: number; partCount: number };
  const part = Buffer.alloc(partSize, 'causeway');
  let next = 0;
  const send = async () => {
    while (next < partCount) {
      const number = ++next;
      const address = `${server.url}/api/s3/v1/uploads/${id}/parts/${number}?connector[id]=${connectorId}`;
      const answer = await fetch(address, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: part.subarray(0, Math.min(partSize, GIGABYTE - (number - 1) * partSize)),
      });
      if (!answer.ok) throw new Error(`part ${number}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, send));
  const { status, text } = await server.send('POST', `/api/s3/v1/uploads/${id}/complete`, {
    token,
    body: { connector },
  });
  if (status !== 200) throw new Error(`complete: ${status} ${text}`);
}

/** The most that a process and all below it hold from now on, in MB. */
async function watchTree(pid: number) {
  const first = await readTree(pid);
  let most = first;
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      most = Math.max(most, await readTree(pid));
      await sleep(200);
    }
  };
  void look();
  return { first, most: () => most, stop: () => void (isOver = true) };
}

async function isFilling(server: number): Promise<boolean> {
  const commands = (await listTree(server)).map((pid) =>
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(commands)).some((command) => command.includes('fill-process'));
}

/** In MB. What processes share is counted once (PSS). */
async function readTree(root: number): Promise<number> {
  let sum = 0;
  for (const pid of await listTree(root)) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return sum / 1000;
}

/** A process and all below it. */
async function listTree(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0));
  }
  return [...parents.keys()].filter((pid) => {
    let above = pid;
    while (above !== root && above > 1) above = parents.get(above) ?? 0;
    return above === root;
  });
}

if (import.meta.main) console.table(await bench());
