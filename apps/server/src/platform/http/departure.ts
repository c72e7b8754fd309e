import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const QUIET_MS = 1_000;
const LONGEST_MS = 15_000;

/**
 * Leaving without a failed request. From the first moment we are not ready, so that whoever shares
 * out the traffic stops sending it here, and every answer closes its connection. What still arrives
 * is served; once nothing came for a second the door can be closed. Where nobody was calling, as on
 * a desk, that is at once.
 */
export type Departure = { isLeaving(): boolean; leave(): Promise<void> };

export function createDeparture(app: FastifyInstance): Departure {
  let lastCall = 0;
  let leaving = false;
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/health/')) lastCall = Date.now();
    if (leaving) reply.header('connection', 'close');
    done();
  });
  closeUnusedConnections(app);
  return {
    isLeaving: () => leaving,
    leave: async () => {
      leaving = true;
      const latest = Date.now() + LONGEST_MS;
      while (Date.now() < latest && Date.now() - lastCall < QUIET_MS) await sleep(50);
    },
  };
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
