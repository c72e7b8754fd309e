import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { closeWhenUnread } from './silent-readers.ts';

const SILENCE_MS = 250;
const PIECES = 2_000;

const app = Fastify();
let begun = 0;
const open = new Set<Readable>();
beforeAll(async () => {
  app.get('/rows', (_request, reply) => {
    const piece = Buffer.alloc(64 * 1024);
    const rows = Readable.from(Array.from({ length: PIECES }, () => piece));
    begun += 1;
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
  expect(begun).toBe(1);
  await eventually(() => expect(open.size).toBe(0));
  closed.resolve();
  expect((await late.setEncoding('utf8').toArray()).join('')).toBe('firstlast');
  expect(unread.complete).toBe(false);
});

test('SQL-8.13 a download that is read bit by bit goes on, however slowly, until nothing of it is read', () => {
  vi.useFakeTimers();
  const socket = { bytesWritten: 0, writableLength: 0 };
  const destroy = vi.fn();
  const response = Object.assign(new EventEmitter(), { socket, writableLength: 1_000, destroy });
  closeWhenUnread(response as unknown as ServerResponse, SILENCE_MS);
  for (let piece = 0; piece < 10; piece += 1) {
    socket.bytesWritten += 1;
    vi.advanceTimersByTime(SILENCE_MS);
  }
  expect(destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(SILENCE_MS);
  expect(destroy).toHaveBeenCalledOnce();
  response.emit('close');
  vi.useRealTimers();
});
