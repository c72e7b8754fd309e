import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { hashToken } from '#platform/access/tokens.ts';
import { type Database, isReachable } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

/** For those who run the product: is it alive, may it get traffic, how is it doing. */
export function addHealth(
  app: FastifyInstance,
  options: {
    db: Database;
    metrics: Metrics;
    isStopping(): boolean;
    /** Whoever brings it may read the figures. */
    token: string | undefined;
  },
): void {
  const { db, metrics } = options;

  app.get('/health/live', async () => ({ status: 'live' }));

  app.get('/health/ready', async (_request, reply) => {
    if (options.isStopping()) return reply.code(503).send({ status: 'stopping' });
    if (!(await isReachableSoon(db))) return reply.code(503).send({ status: 'database away' });
    return { status: 'ready' };
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.token)) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  app.addHook('onResponse', (request, reply, done) => {
    metrics.requestSeconds.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/** With the token from anywhere; where none is set, from this machine itself and through no proxy. */
function mayReadMetrics({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const expected = hashToken(token);
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(hashToken(given), expected);
  }
  const isPassedOn = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via;
  return isPassedOn === undefined && isLoopback(raw.socket.remoteAddress ?? '');
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** A database that accepts connections and says nothing is away too. */
function isReachableSoon(db: Database): Promise<boolean> {
  return Promise.race([
    isReachable(db),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), 2_000).unref();
    }),
  ]);
}
