import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { closeWhenUnread } from './silent-readers.ts';

const SILENCE_MS = 250;
const PIECES = 2_000;

const app = Fastify();
const open = new Set<Readable>();
beforeAll(async () => {
  app.get('/rows', (_request, reply) => {
    const piece = Buffer.alloc(64 * 1024);
    const rows = Readable.from(Array.from({ length: PIECES }, () => piece));
    open.add(rows);
    rows.once('close', () => open.delete(rows));
    closeWhenUnread(reply.raw, SILENCE_MS);
    return reply.send(rows);
  });
  app.get('/late', (_request, reply) => {
    const late = new Readable({ read: () => {} });
    closeWhenUnread(reply.raw, SILENCE_MS);
    late.push('first');
    void closed.promise.then(() => late.push('last') && late.push(null));
    return reply.send(late);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const closed = Promise.withResolvers<void>();

async function begin(path: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  const [answer] = await once(get({ host: '127.0.0.1', port, path, agent: false }), 'response');
  return answer as IncomingMessage;
}

test('SQL-8.13 a download ends when its reader reads no more, and not while it waits for what is sent', async () => {
  const late = await begin('/late');
  const unread = await begin('/rows');
  unread.on('error', () => {});
  expect(open.size).toBe(1);
  await eventually(() => expect(open.size).toBe(0));
  closed.resolve();
  expect((await late.setEncoding('utf8').toArray()).join('')).toBe('firstlast');
  expect(unread.complete).toBe(false);
});

test('SQL-8.13 a download that is read bit by bit arrives whole', async () => {
  let bytes = 0;
  const answer = await begin('/rows');
  for await (const piece of answer as AsyncIterable<Buffer>) bytes += piece.length;
  expect(bytes).toBe(PIECES * 64 * 1024);
});
