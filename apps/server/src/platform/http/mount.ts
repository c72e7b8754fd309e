import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route, Routes } from '@causeway/contract/route.ts';
import { checkKey } from '#platform/access/check-key.ts';
import type { FoundKey } from '#platform/access/find-actor.ts';
import type { KeyUses } from '#platform/access/key-uses.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Handlers } from '#platform/operations/context.ts';
import { type Handler, type Operation, Operations } from '#platform/operations/operation.ts';
import { perform, type PerformServices } from '#platform/operations/perform.ts';
import { sendEvents } from './event-stream.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { identify } from './identify.ts';
import { routeForStreams } from './stream-bodies.ts';

export type MountServices = PerformServices & {
  keyUses: KeyUses;
  /** The open event streams; a server that stops ends them. */
  streams: Set<AbortController>;
};

export type Mount = {
  <Rs extends Routes>(area: string, routes: Rs, handlers: Handlers<Rs>): void;
  operations: Operations;
};

/** Makes an operation of every route of the contract and its handler, and serves it over HTTP. */
export function createMount(app: FastifyInstance, services: MountServices): Mount {
  const operations = new Operations();
  const mount = <Rs extends Routes>(area: string, routes: Rs, handlers: Handlers<Rs>) => {
    for (const [name, route] of Object.entries(routes)) {
      const handler = handlers[name as keyof Rs] as unknown as Handler;
      const operation = operations.add(`${area}.${name}`, route, handler);
      const served = {
        method: route.method,
        url: route.path,
        ...(route.largestBody !== undefined && { bodyLimit: route.largestBody }),
        config: { holdsValues: isAboutDatabase(route), keepsDigits: route.keepsDigits === true },
        handler: (request: FastifyRequest, reply: FastifyReply) =>
          serve(services, operation, request, reply),
      };
      if (route.takes) routeForStreams(app, route.takes, served);
      else app.route(served);
    }
  };
  return Object.assign(mount, { operations });
}

/** Numbers of a body may be values of rows. */
function isAboutDatabase({ access }: Route): boolean {
  return typeof access === 'object' && access.connector === 'sql';
}

async function serve(
  services: MountServices,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = await identify(services, operation, request);
  if (found?.key) admitKey(services.keyUses, found.key, request, reply);
  const gone = watchCaller(request, reply);
  if (operation.stream) {
    services.streams.add(gone);
    reply.raw.once('close', () => services.streams.delete(gone));
  }
  const { params, query, body, headers } = request;
  const answer = await perform(services, operation, {
    found,
    origin: {
      id: request.id,
      address: request.ip,
      network: networkOf(request.ip),
      userAgent: headers['user-agent']?.slice(0, 300),
    },
    input: { params, query, body },
    signal: gone.signal,
    idempotencyKey: readIdempotencyKey(request),
    headers,
  });
  if (operation.stream) return sendEvents(reply, answer as AsyncIterable<unknown>);
  if (operation.raw === 'file') return sendFile(reply, answer as FileAnswer);
  const type = typeof operation.raw === 'string' ? operation.raw : 'application/json';
  reply.type(`${type}; charset=utf-8`);
  return reply.send(operation.raw ? answer : JSON.stringify(answer ?? null));
}

/** Whatever becomes of the call: its owner sees where a key is tried from, too. */
function admitKey(
  keyUses: KeyUses,
  key: FoundKey,
  { ip }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  raw.once('close', () => keyUses.note(key, { address: ip, isRefused: raw.statusCode >= 400 }));
  checkKey(keyUses, key, ip);
}

/** Sent twice it is no key at all, and refused as one. */
function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key.join(', ') : key;
}

/** Aborts when the caller goes away before it has its answer. */
function watchCaller(request: FastifyRequest, reply: FastifyReply): AbortController {
  const gone = new AbortController();
  const leave = () => gone.abort(new Error('The caller went away'));
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leave();
  });
  if (request.raw.destroyed && !request.raw.complete) leave();
  return gone;
}
