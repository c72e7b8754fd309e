import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import type { Route, Routes } from '@causeway/contract/route.ts';
import { authorize } from '#platform/access/authorize.ts';
import type { Caller } from '#platform/access/caller.ts';
import type { Database } from '#platform/db/database.ts';
import type { Limit, Limiter } from '#platform/limits/limiter.ts';
import { networkOf } from '#platform/limits/network.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Handlers, Once } from './context.ts';
import { sendEvents } from './event-stream.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { identify } from './identify.ts';
import { fingerprintOf, onceInTransaction, onceOutside } from './idempotency.ts';
import { parseInput } from './parse-input.ts';
import type { RequestFacts } from './request-facts.ts';
import { routeForStreams } from './stream-bodies.ts';

export type MountServices = {
  db: Database;
  secrets: Secrets;
  limiter: Limiter;
  requestLimit: Limit;
  /** The open event streams; a server that stops ends them. */
  streams: Set<AbortController>;
};

/** Every route of the product, as it was mounted: OpenAPI and the access test read it. */
export type MountedRoute = Route & { name: string };

export type Mount = {
  <Rs extends Routes>(area: string, routes: Rs, handlers: Handlers<Rs>): void;
  mounted: MountedRoute[];
};

type AnyHandler = (context: Record<string, unknown>) => Promise<unknown> | AsyncIterable<unknown>;

/**
 * Turns a route of the contract and its handler into a served route. In this order: who calls, may
 * they, are they too quick, is the input right, has this been done before, then the handler.
 */
export function createMount(app: FastifyInstance, services: MountServices): Mount {
  const mounted: MountedRoute[] = [];
  const mount = <Rs extends Routes>(area: string, routes: Rs, handlers: Handlers<Rs>) => {
    for (const [name, route] of Object.entries(routes)) {
      const handler = handlers[name as keyof Rs] as unknown as AnyHandler;
      mounted.push({ ...route, name: `${area}.${name}` });
      const served = {
        method: route.method,
        url: route.path,
        ...(route.largestBody !== undefined && { bodyLimit: route.largestBody }),
        handler: (request: FastifyRequest, reply: FastifyReply) =>
          serve(services, route, handler, request, reply),
      };
      if (route.takes) routeForStreams(app, route.takes, served);
      else app.route(served);
    }
  };
  return Object.assign(mount, { mounted });
}

async function serve(
  services: MountServices,
  route: Route,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const facts = factsOf(request);
  const { caller, project } = await identify(services.db, route, request);
  authorize(route, caller, project);
  await services.limiter.takeOften(services.requestLimit, caller?.user.id ?? facts.network);
  const input = parseInput(route, request);
  const gone = watchCaller(request, reply);
  const { headers } = request;
  const context = { ...input, request: facts, headers, signal: gone.signal, caller, project };
  if (route.stream) {
    services.streams.add(gone);
    reply.raw.once('close', () => services.streams.delete(gone));
    const events = handler({ ...context, db: services.db }) as AsyncIterable<unknown>;
    return sendEvents(reply, events);
  }
  const answer = await act(services, route, handler, request, context);
  if (route.raw === 'file') return sendFile(reply, answer as FileAnswer);
  reply.type(`${typeof route.raw === 'string' ? route.raw : 'application/json'}; charset=utf-8`);
  return reply.send(route.raw ? answer : JSON.stringify(answer ?? null));
}

async function act(
  services: MountServices,
  route: Route,
  handler: AnyHandler,
  request: FastifyRequest,
  context: { caller: Caller | undefined; request: RequestFacts; body: unknown },
): Promise<unknown> {
  const { db, secrets } = services;
  // The answer's schema drops what it does not name: nothing slips out by accident.
  const run = async (on: unknown, once?: Once) => {
    const answer = await (handler({ ...context, db: on, once }) as Promise<unknown>);
    return route.raw ? answer : route.answer.parse(answer);
  };
  if (route.method === 'GET' || route.write === 'repeatable') return run(db);
  const key = readIdempotencyKey(request);
  const outside = route.write === 'outside';
  const judged = route.write === 'judged';
  if (!key) {
    if (judged) return run(db, (act) => act());
    return outside ? run(db) : db.transaction((tx) => run(tx));
  }
  const keyed = {
    caller: context.caller?.user.id ?? context.request.address,
    key,
    // A streamed body is read once, by the act itself: its address has to stand for it.
    fingerprint: fingerprintOf(request.method, request.url, route.takes ? null : request.body),
  };
  if (judged) return run(db, (act) => onceOutside(db, secrets, keyed, act));
  return outside
    ? onceOutside(db, secrets, keyed, () => run(db))
    : onceInTransaction(db, secrets, keyed, (tx) => run(tx));
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new Failure('E_VALIDATION', 'Idempotency-Key: 8 to 200 visible characters.');
  }
  return key;
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    address: request.ip,
    network: networkOf(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 300),
  };
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
