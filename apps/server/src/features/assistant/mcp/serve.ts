import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import type { ActAs } from '#platform/operations/acting.ts';
import type { Services } from '#platform/services.ts';
import { type Caller, readCaller } from './caller.ts';
import { followApprovals } from './proposing.ts';

const PATH = '/api/mcp/v1';
const LARGEST_BODY = 262_144;

/**
 * The Model Context Protocol over HTTP: what the key in the header may, as tools. Nothing is kept
 * between requests, so any instance answers any of them, and a client that comes back goes on.
 */
export function serveMcp(app: FastifyInstance, services: Services, actAs: ActAs): void {
  followApprovals(services, actAs);
  let opened: Promise<McpHttpHandler> | undefined;

  /** Large, and many servers are never asked: loaded with the first request. */
  async function open(): Promise<McpHttpHandler> {
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ]);
    return createMcpHandler(
      ({ authInfo }) =>
        createMcpServer({ services, actAs, caller: authInfo?.extra?.['caller'] as Caller }),
      { legacy: 'stateless', maxSubscriptions: 0 },
    );
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    refuseForeignPage(request, services.env.publicUrl);
    const caller = await readCaller(services, request, reply).catch((error: unknown) => {
      if (error instanceof Failure && error.status === 401) {
        void reply.header('www-authenticate', 'Bearer');
      }
      throw error;
    });
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const sent = new Request(`${services.env.publicUrl}${PATH}`, {
      method: request.method,
      headers: headersOf(request),
      signal: gone.signal,
      ...(request.method === 'POST' && { body: JSON.stringify(request.body ?? null) }),
    });
    const authInfo = { token: '', clientId: caller.actor.keyId, scopes: [], extra: { caller } };
    opened ??= open();
    const handler = await opened;
    const answered = await handler.fetch(sent, { authInfo, parsedBody: request.body });
    void reply.code(answered.status).header('cache-control', 'no-store');
    for (const [name, value] of answered.headers) void reply.header(name, value);
    return reply.send(Buffer.from(await answered.arrayBuffer()));
  }

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: PATH,
    bodyLimit: LARGEST_BODY,
    handler: answer,
  });
  app.addHook('onClose', async () => (await opened)?.close());
}

/** A page of somebody else in a browser: a program sends no origin. */
function refuseForeignPage({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (URL.parse(origin)?.host === host) return;
  throw new Failure('E_FORBIDDEN', 'Not from a page of another origin.');
}

/** What says how to read the body does not hold for the one that is read already. */
const ofTheWire = new Set(['content-length', 'transfer-encoding', 'connection', 'authorization']);

function headersOf({ headers }: FastifyRequest): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !ofTheWire.has(name)) kept.set(name, value);
  }
  return kept;
}
