import type { FastifyInstance } from 'fastify';

/**
 * No script but our own files; styles may be inline, since the component library sets sizes and
 * theme variables that way. Pictures may come from buckets by way of our own origin or as data.
 */
function policyFor({ script, hosts }: Guests): string {
  const beside = hosts.map((host) => ` ${host}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${script ? ` ${script}` : ''}`,
    `style-src 'self' 'unsafe-inline'${beside}`,
    `img-src 'self' data: blob:${beside}`,
    "media-src 'self' blob:",
    `font-src 'self'${beside}`,
    `connect-src 'self'${beside}`,
    "worker-src 'self' blob:",
    `frame-src 'self' blob:${beside}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What the operator lets in beside ourselves: one script, and the places it needs. */
export type Guests = { script?: string | undefined; hosts: readonly string[] };

export function addSecurityHeaders(app: FastifyInstance, guests: Guests): void {
  const contentSecurityPolicy = policyFor(guests);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': request.id,
    });
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
