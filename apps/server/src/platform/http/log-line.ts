import type { FastifyRequest } from 'fastify';

const users = new WeakMap<FastifyRequest, string>();

/** From now on, lines about this request name who sent it. */
export function noteUser(request: FastifyRequest, userId: string): void {
  users.set(request, userId);
}

/** What every line about a request begins with. */
export function whoseLine(request: FastifyRequest): { requestId: string; userId?: string } {
  const userId = users.get(request);
  return { requestId: request.id, ...(userId !== undefined && { userId }) };
}
