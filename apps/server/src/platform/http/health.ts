import type { FastifyInstance } from 'fastify';
import { type Database, isReachable } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

/** For those who run the product: is it alive, may it get traffic, how is it doing. */
export function addHealth(
  app: FastifyInstance,
  options: { db: Database; metrics: Metrics; isStopping(): boolean },
): void {
  const { db, metrics } = options;

  app.get('/health/live', async () => ({ status: 'live' }));

  app.get('/health/ready', async (_request, reply) => {
    if (options.isStopping()) return reply.code(503).send({ status: 'stopping' });
    if (!(await isReachableSoon(db))) return reply.code(503).send({ status: 'database away' });
    return { status: 'ready' };
  });

  // Figures for the machine next door; whoever comes through a proxy is not meant.
  app.get('/metrics', async (request, reply) => {
    if (request.headers['x-forwarded-for'] !== undefined) return reply.callNotFound();
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

/** A database that accepts connections and says nothing is away too. */
function isReachableSoon(db: Database): Promise<boolean> {
  return Promise.race([
    isReachable(db),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), 2_000).unref();
    }),
  ]);
}
