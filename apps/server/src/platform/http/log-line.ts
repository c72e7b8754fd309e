import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was found to have sent it. */
    userId: string | undefined;
  }
}

/** From now on, lines about this request name who sent it. */
export function noteUser(request: FastifyRequest, userId: string): void {
  request.userId = userId;
}

/** What every line about a request begins with. */
export function whoseLine(request: FastifyRequest): { requestId: string; userId?: string } {
  const { id, userId } = request;
  return { requestId: id, ...(userId !== undefined && { userId }) };
}
