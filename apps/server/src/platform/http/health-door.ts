import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { http } from './node-http.ts';

/** What is told to those who run it, and nothing else of the product. */
const forOperators = /^\/(health\/(live|ready)|metrics)(\?|$)/;

/** For an instance that answers nobody: whoever starts and watches it asks here how it is. */
export async function openHealthDoor(
  app: FastifyInstance,
  at: { port: number; host: string },
): Promise<Server> {
  await app.ready();
  const server = http.createServer((request, response) => {
    if (forOperators.test(request.url ?? '')) return app.routing(request, response);
    return void response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  return server;
}
