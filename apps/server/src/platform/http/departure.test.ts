import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createDeparture } from './departure.ts';
import { createServer } from './server.ts';

async function listening() {
  const app = createServer({
    logger: pino({ level: 'silent' }),
    proxies: 0,
    guests: { hosts: [] },
  });
  createDeparture(app);
  app.post('/work', async () => ({ done: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
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
