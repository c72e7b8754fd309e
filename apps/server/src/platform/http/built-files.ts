import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
/** As the build compressed them beside the file, the smaller one first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

type Kept = { body: Buffer; etag: string };
export type BuiltFiles = {
  /** Paths below the folder, without those that are only another one compressed. */
  paths: string[];
  send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/**
 * The files of a build, each kept once it was asked for: a page needs two dozen of them at once, and
 * all together are a few megabytes. Only what is listed here is ever read; names with a dot in front
 * are the build's own.
 */
export async function listBuiltFiles(root: string): Promise<BuiltFiles> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length)),
  );
  const kept = new Map<string, Promise<Kept>>();

  function read(path: string): Promise<Kept> {
    const known = kept.get(path);
    if (known) return known;
    const reading = readFile(join(root, path)).then(
      (body) => ({ body, etag: etagOf(body) }),
      (error: NodeJS.ErrnoException) => {
        // It is tried again: a build that takes the place of this one may be under way.
        kept.delete(path);
        throw error.code === 'ENOENT' ? new Failure('E_NOT_FOUND') : error;
      },
    );
    kept.set(path, reading);
    return reading;
  }

  return {
    paths: [...files].filter((path) => !encodings.some(({ ending }) => path.endsWith(ending))),
    async send(path, { headers }, reply) {
      const accepted = acceptedOf(headers['accept-encoding']);
      const encoding = encodings.find(
        ({ name, ending }) => accepted.has(name) && files.has(path + ending),
      );
      const { body, etag } = await read(path + (encoding?.ending ?? ''));
      void reply.header('vary', 'accept-encoding').header('etag', etag);
      if (headers['if-none-match'] === etag) return reply.code(304).send();
      if (encoding) void reply.header('content-encoding', encoding.name);
      return reply.type(types[extname(path)] ?? 'application/octet-stream').send(body);
    },
  };
}

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

function acceptedOf(header: string | string[] | undefined): Set<string> {
  const given = String(header ?? '').split(',');
  const named = given.map((one) => one.split(';').map((part) => part.trim().toLowerCase()));
  return new Set(
    named.filter(([, quality]) => !/^q=0(?:\.0*)?$/.test(quality ?? '')).map(([name = '']) => name),
  );
}
