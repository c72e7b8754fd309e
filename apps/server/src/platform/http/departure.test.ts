import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createDeparture } from './departure.ts';
import { createServer } from './server.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function listening() {
  const app = createServer({
    logger: pino({ level: 'silent' }),
    proxies: 0,
    guests: { hosts: [] },
  });
  const departure = createDeparture(app);
  app.post('/work', async () => ({ done: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    departure,
    port,
    dial: async () => {
      const [, socket] = await Promise.all([
        once(app.server, 'connection'),
        (async () => {
          const made = connect(port, '127.0.0.1');
          await once(made, 'connect');
          return made;
        })(),
      ]);
      return socket;
    },
  };
}

test('SIGTERM behind a proxy fails no request: one that is on its way as the door closes is answered', async () => {
  const { app, dial } = await listening();
  const socket = await dial();
  const closing = app.close();
  socket.write('POST /work HTTP/1.1\r\nHost: causeway\r\nContent-Length: 0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[^]*\{"done":true\}$/);
  await closing;
});

test('a connection that a browser opened ahead of need and never uses does not keep the server', async () => {
  const { app, dial } = await listening();
  const socket = await dial();
  socket.resume();
  await Promise.all([app.close(), once(socket, 'close')]);
  expect(socket.destroyed).toBe(true);
});

test('while leaving, connections are kept until the door is closed, and end with their next answer then', async () => {
  const { app, departure, port, dial } = await listening();
  const socket = await dial();
  socket.setEncoding('utf8');
  const call = async () => {
    socket.write('POST /work HTTP/1.1\r\nHost: causeway\r\nContent-Length: 0\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    return /^connection: (\S+)/im.exec(answer)?.[1];
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  await call();
  const leaving = departure.leave();
  expect(await call()).toBe('keep-alive');
  vi.advanceTimersByTime(1_500);
  await eventually(async () => {
    const other = connect(port, '127.0.0.1');
    await expect(once(other, 'connect')).rejects.toThrow('ECONNREFUSED');
  });
  expect(await call()).toBe('close');
  vi.advanceTimersByTime(1_500);
  await leaving;
  await app.close();
});
