import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, test } from 'vitest';
import fastify from 'fastify';
import { eventually } from '#testing/eventually.ts';
import { answerFailure } from './failures.ts';

test('an upload that its sender cuts off is not logged as an error of ours', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const app = fastify({ loggerInstance: pino({ level: 'error' }, stream) });
  app.setErrorHandler(answerFailure);
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  let isBegun = false;
  let isOver = false;
  app.put('/', async ({ body }) => {
    try {
      for await (const piece of body as NodeJS.ReadableStream) isBegun ||= piece.length > 0;
    } finally {
      isOver = true;
    }
  });
  app.put('/broken', () => {
    throw new Error('Ours');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = http.request({
    port,
    method: 'PUT',
    path: '/',
    headers: { 'content-length': 1000, 'content-type': 'application/octet-stream' },
  });
  request.on('error', () => {});
  request.write('half');
  await eventually(() => expect(isBegun).toBe(true));
  request.destroy();
  await eventually(() => expect(isOver).toBe(true));
  await fetch(`http://127.0.0.1:${port}/broken`, { method: 'PUT' });
  await app.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Ours');
});
