import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { closeWhenUnread, SILENT_READER_MS } from './silent-readers.ts';

/** A file as an answer: its headers, and its bytes as they come, or a text. */
export type FileAnswer = {
  status?: number;
  headers: Record<string, string | number>;
  body: Readable | Buffer | string | null;
  /** It keeps something from others until it was read: who reads no more loses it. */
  isScarce?: boolean;
};

/** A stream that breaks off takes the connection with it: half a file never looks like a whole one. */
export function sendFile(reply: FastifyReply, { status, headers, body, isScarce }: FileAnswer) {
  if (isScarce) closeWhenUnread(reply.raw, SILENT_READER_MS);
  return reply
    .code(status ?? 200)
    .headers(headers)
    .send(body ?? undefined);
}
