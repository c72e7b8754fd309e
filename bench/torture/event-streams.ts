import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenTo } from '../../apps/server/src/testing/listen.ts';
import {
  logIn,
  type ServerProcess,
  waitFor,
} from '../../apps/server/src/testing/server-process.ts';
import { openStage } from '../stage.ts';

export const name = '100 event streams, 30 stalled, 30 cut, in 14 rounds';
const ROUNDS = 14;

export async function run() {
  const stage = await openStage();
  try {
    // A small heap is collected often, so what stays in it is what is still held.
    const server = await stage.launch({ NODE_OPTIONS: '--max-old-space-size=80' });
    // A session holds 60 at most.
    const tokens: [string, string] = [await logIn(server), await logIn(server)];
    const sizes: number[] = [];
    let left = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await playRound(server, tokens);
      left = await waitFor('all streams to end', async () => {
        const open = await readFigure(server, 'causeway_event_streams');
        return open === 0 && 'none';
      }).then(
        () => 0,
        () => readFigure(server, 'causeway_event_streams'),
      );
      sizes.push((await readFigure(server, 'nodejs_heap_size_used_bytes')) / 1e6);
    }
    const growth = Math.min(...sizes.slice(-4)) - Math.max(...sizes.slice(4, 8));
    return {
      figure: `${left} streams left, heap ${sizes.map((size) => size.toFixed(0)).join(' → ')} MB`,
      passed: left === 0 && growth < 20,
    };
  } finally {
    await stage.close();
  }
}

async function playRound(server: ServerProcess, [token, other]: [string, string]): Promise<void> {
  const good = await Promise.all(Array.from({ length: 40 }, () => listenTo(server.url, token)));
  const raw = await Promise.all(Array.from({ length: 60 }, () => openRaw(server, other)));
  await waitFor('100 streams', async () => {
    return (await readFigure(server, 'causeway_event_streams')) === 100;
  });
  for (const socket of raw.slice(0, 30)) socket.pause();
  for (let change = 0; change < 200; change += 1) {
    if (change === 100) for (const socket of raw.slice(30)) socket.resetAndDestroy();
    await server.send('PATCH', '/user', { token, body: { name: `Change ${change}` } });
  }
  await waitFor('the changes to be heard', async () => {
    return good.every(
      (heard) => heard.events.filter((type) => type === 'user.changed').length === 200,
    );
  });
  for (const heard of good) heard.leave();
  for (const socket of raw) socket.destroy();
  await sleep(200);
}

function openRaw(server: ServerProcess, token: string): Promise<Socket> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', reject);
    socket.once('data', () => resolve(socket));
    socket.write(
      `POST /api/events/v1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\n\r\n`,
    );
  });
}

async function readFigure(server: ServerProcess, figure: string): Promise<number> {
  const { text } = await server.send('GET', '/metrics');
  return Number(new RegExp(`^${figure} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
