import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file as an answer: its headers, and its bytes as they come, or a text. */
export type FileAnswer = {
  status?: number;
  headers: Record<string, string | number>;
  body: Readable | Buffer | string | null;
};

/** A stream that breaks off takes the connection with it: half a file never looks like a whole one. */
export function sendFile(reply: FastifyReply, { status, headers, body }: FileAnswer) {
  return reply
    .code(status ?? 200)
    .headers(headers)
    .send(body ?? undefined);
}
