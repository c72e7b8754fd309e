import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { limitSlowBodies } from './slow-bodies.ts';
import { routeForStreams } from './stream-bodies.ts';

const app = Fastify({ requestTimeout: 0 });
beforeAll(async () => {
  limitSlowBodies(app, {
    wholeMs: 600_000,
    strangerMs: 200,
    silenceMs: 1_000,
    streamSilenceMs: 1_000,
    answeredMs: 100,
  });
  routeForStreams(app, 'bytes', {
    method: 'PUT',
    url: '/stream',
    handler: async ({ body }) => String((await buffer(body as Readable)).length),
  });
  routeForStreams(app, 'bytes', {
    method: 'PUT',
    url: '/refused',
    handler: async (_request, reply) => reply.code(401).send(),
  });
  app.post('/whole', async () => 'whole');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

function startSending(method: string, path: string, more: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo;
  const length = 'transfer-encoding' in more ? {} : { 'content-length': 10 };
  const headers = { 'content-type': 'application/json', ...length, ...more };
  return sendRequest({ host: '127.0.0.1', port, method, path, headers });
}

test('OBJ-4 an upload lives as long as its bytes keep coming, beyond the limit for other bodies', async () => {
  const other = startSending('POST', '/whole');
  other.on('error', () => {});
  other.write('x');
  const sent = startSending('PUT', '/stream', { 'transfer-encoding': 'chunked' });
  const answered = once(sent, 'response') as Promise<[Readable]>;
  let pieces = 0;
  const sendUntilOtherIsClosed = () => {
    sent.write('x');
    pieces += 1;
    expect(other.destroyed).toBe(true);
  };
  await eventually(sendUntilOtherIsClosed);
  sent.end();
  const [answer] = await answered;
  expect((await buffer(answer)).toString()).toBe(String(pieces));
});

const token = { authorization: 'Bearer of somebody' };

test.each([
  ['an upload that falls silent', 'PUT', '/stream', token],
  ['a body that falls silent', 'POST', '/whole', token],
  ['a body of a stranger that is never finished', 'POST', '/whole', {}],
])('%s is closed', async (_what, method, path, headers) => {
  const sent = startSending(method, path, headers);
  const failed = once(sent, 'error');
  sent.write('x');
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
});

test('an upload that was refused is not waited for', async () => {
  const sent = startSending('PUT', '/refused');
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  const closed = once(sent, 'close');
  sent.on('error', () => {});
  sent.write('x');
  const [answer] = await answered;
  expect(answer.statusCode).toBe(401);
  answer.resume();
  await closed;
});
