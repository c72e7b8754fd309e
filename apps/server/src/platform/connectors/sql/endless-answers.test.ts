import { createServer, type AddressInfo, type Socket } from 'node:net';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { sqlConfig } from '@causeway/contract/connectors/connectors.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { createSqlDatabases } from './databases.ts';

const MEGABYTE = 1_048_576;

function message(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

const welcome = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const column = Buffer.concat([Buffer.from('\0\x01x\0'), Buffer.alloc(18)]);
const begun = [message('1', Buffer.alloc(0)), message('2', Buffer.alloc(0)), message('T', column)];
const done = [message('C', Buffer.from('SELECT 1\0')), ready];
const setting = message('S', Buffer.from(`x\0${'y'.repeat(MEGABYTE)}\0`));
const size = Buffer.alloc(6);
size.writeUInt16BE(1);
size.writeUInt32BE(MEGABYTE, 2);
const row = message('D', Buffer.concat([size, Buffer.alloc(MEGABYTE, 'y')]));

/** Somebody's server that says what it likes. */
async function answering(hello: Buffer[], answer: Buffer[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => {
      for (const piece of hello) socket.write(piece);
      socket.on('data', () => {
        for (const piece of answer) socket.write(piece);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({
    allowData: `127.0.0.1:${port}`,
    allowHttp: '',
    own: [],
    samples: [],
  });
  const databases = createSqlDatabases(egress);
  const config = sqlConfig.parse({
    client: 'pg',
    host: '127.0.0.1',
    port,
    user: 'u',
    database: 'd',
    tls: 'disable',
  });
  const target = { id: crypto.randomUUID(), updatedAt: 'now', config, password: '' };
  return {
    read: () => databases.read(target, 'select 1'),
    withFresh: <Result>(work: (client: pg.Client) => Promise<Result>) => {
      return databases.withFresh(target, ({ client }) => work(client));
    },
    stop: async () => {
      await databases.close();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test.each([
  ['greets', [welcome, ...Array.from({ length: 3 }, () => setting), ready], [ready]],
  [
    'answers what we ask ourselves',
    [welcome, ready],
    [...begun, ...Array.from({ length: 140 }, () => row)],
  ],
])('SQL-1 a database that %s without an end is not heard to it', async (_what, hello, answer) => {
  const database = await answering(hello, [...answer, ...(answer.length > 1 ? done : [])]);
  const outcome = await database.read().then(
    () => 'heard',
    (error: { code?: string }) => error.code,
  );
  expect(outcome).toBe('E_RESULT_TOO_LARGE');
  await database.stop();
});

const notice = message('N', Buffer.from(`M${'y'.repeat(MEGABYTE)}\0\0`));

test('SQL-1 a database that goes on talking when nothing is asked of it any more is left', async () => {
  const database = await answering([welcome, ready], [...begun, ...done, notice, notice]);
  await database.withFresh(async (client) => {
    const left = new Promise((resolve) => client.once('end', () => resolve('left')));
    await client.query('select 1');
    expect(await left).toBe('left');
  });
  await database.stop();
});

test('SQL-1 a database that answers a word of ours with a book is not heard to its end', async () => {
  const book = [...begun, ...Array.from({ length: 140 }, () => row), ...done];
  const database = await answering([welcome, ready], book);
  const outcome = await database.withFresh((client) =>
    client.query('commit').then(
      () => 'heard',
      (error: { code?: string }) => error.code,
    ),
  );
  expect(outcome).toBe('E_RESULT_TOO_LARGE');
  await database.stop();
});
