import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { ClientRequest, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { http } from './node-http.ts';

/** The other processes that answer on the same port, for what only one of them holds. */
export type Siblings = {
  /** Which of them this is; 0 is the one that keeps the others. */
  slot: number;
  count: number;
  /** Known to them alone: it opens their inner doors. */
  secret: string;
  /** Where the inner door of another one is. */
  portOf(slot: number): number | undefined;
};

const SECRET = 'x-causeway-sibling';
const FROM = 'x-causeway-from';

/** An id whose first two digits tell which process holds what it names. */
export function idIn(slot: number): string {
  return slot.toString(16).padStart(2, '0') + randomUUID().slice(2);
}

function slotOf(id: string): number {
  return Number.parseInt(id.slice(0, 2), 16);
}

/**
 * A connection leads to whichever process took it, so a call about something that another one holds
 * is passed on to its inner door, as it came. The other one looks at who calls just as it always
 * does. One that is gone holds nothing any more, which the route says itself.
 */
export function passOnToHolder(
  app: FastifyInstance,
  siblings: Siblings,
  idOf: (request: FastifyRequest) => string | undefined,
): void {
  app.addHook('preHandler', (request, reply, done) => {
    const id = idOf(request);
    const port = id === undefined ? undefined : holderPort(siblings, id);
    if (port === undefined) return done();
    const asked = passOn(request, reply, { port, secret: siblings.secret });
    asked.once('error', () => {
      // Nobody is behind that door any more; a caller who left needs no answer.
      if (!reply.sent && !reply.raw.destroyed) done();
    });
    asked.once('response', (answer) => {
      reply.hijack();
      reply.raw.writeHead(answer.statusCode ?? 502, answer.headers);
      // An end before its time is the caller's or the holder's, and both see it themselves.
      pipeline(answer, reply.raw, () => {});
    });
  });
}

function holderPort({ slot, portOf }: Siblings, id: string): number | undefined {
  const holder = slotOf(id);
  return holder === slot ? undefined : portOf(holder);
}

function passOn(
  { raw, body }: FastifyRequest,
  reply: FastifyReply,
  { port, secret }: { port: number; secret: string },
): ClientRequest {
  const { connection: _hop, 'transfer-encoding': _coding, ...headers } = raw.headers;
  const sent = body === undefined ? '' : JSON.stringify(body);
  const asked = http.request({
    host: '127.0.0.1',
    port,
    agent: false,
    method: raw.method ?? 'GET',
    path: raw.url,
    headers: {
      ...headers,
      'content-length': Buffer.byteLength(sent),
      [SECRET]: secret,
      [FROM]: raw.socket.remoteAddress ?? '',
    },
  });
  // Whoever asked hears of the first error; one that follows it must not end the process.
  asked.on('error', () => {});
  reply.raw.once('close', () => asked.destroy());
  return asked.end(sent);
}

/** For siblings alone: what they pass on is served as if its caller stood there. */
export async function openInnerDoor(app: FastifyInstance, { secret }: Siblings): Promise<Server> {
  const expected = Buffer.from(secret);
  const server = http.createServer((request, response) => {
    const given = Buffer.from(String(request.headers[SECRET] ?? ''));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return void response.writeHead(404).end();
    }
    const from = request.headers[FROM];
    delete request.headers[SECRET];
    delete request.headers[FROM];
    // Each comes on a connection of its own, so this is said of one request only.
    Object.defineProperty(request.socket, 'remoteAddress', { value: from });
    return app.routing(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, resolve);
  });
  return server;
}

export function portOfDoor(server: Server): number {
  return (server.address() as AddressInfo).port;
}
