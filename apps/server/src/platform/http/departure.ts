import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const QUIET_MS = 1_000;
const LONGEST_MS = 15_000;
/** Connections that are used end with their next answer. */
const LONGEST_SHUT_MS = 5_000;

/**
 * Leaving without a failed request.
 * - leaving: we are not ready, so that whoever shares out the traffic stops sending it here. What still
 *   arrives is served, over connections that go on: a new one for each request would wait to be taken,
 *   and those that wait are lost as the door is closed
 * - shut: once nothing came for a second, or nobody listens to that, the door is closed and whoever
 *   knocks goes elsewhere. What comes over connections that are there is served, and ends them
 *
 * Where nobody was calling, as on a desk, all of it is at once.
 */
export type Departure = { isLeaving(): boolean; leave(): Promise<void> };

export function createDeparture(app: FastifyInstance): Departure {
  let lastCall = 0;
  let leaving = false;
  let shutAt: number | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/health/')) lastCall = Date.now();
    if (shutAt !== undefined) reply.header('connection', 'close');
    done();
  });
  closeUnusedConnections(app);
  return {
    isLeaving: () => leaving,
    leave: async () => {
      leaving = true;
      const isCalled = () => Date.now() - Math.max(lastCall, shutAt ?? 0) < QUIET_MS;
      if (!isCalled()) return;
      await waitWhile(isCalled, LONGEST_MS);
      shutAt = Date.now();
      // That of HTTP would end idle connections as well, over which a request may be on its way.
      Server.prototype.close.call(app.server);
      await waitWhile(isCalled, LONGEST_SHUT_MS);
    },
  };
}

async function waitWhile(isSo: () => boolean, longestMs: number): Promise<void> {
  const latest = Date.now() + longestMs;
  while (Date.now() < latest && isSo()) await sleep(50);
}

/**
 * Browsers open connections ahead of need. Node counts one that never carried a request as busy, so
 * without this a stop would wait for it. A young one may have its request on the way: a proxy that
 * was told to open a new connection each time sends it right behind.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Map<Socket, number>();
  let isClosing = false;
  const endSoon = (socket: Socket, openedAt: number) => {
    const left = openedAt + QUIET_MS - Date.now();
    if (left <= 0) socket.destroy();
    else setTimeout(() => unused.has(socket) && socket.destroy(), left);
  };
  app.server.on('connection', (socket: Socket) => {
    unused.set(socket, Date.now());
    if (isClosing) endSoon(socket, Date.now());
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [socket, openedAt] of unused) endSoon(socket, openedAt);
  });
}
