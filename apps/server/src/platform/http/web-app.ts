import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import { listBuiltFiles } from './built-files.ts';
import { readLinksAhead } from './links-ahead.ts';

const YEAR_SECONDS = 31_536_000;

/** Paths that belong to the API: what is not found there is an error, not the web application. */
const apiPath = /^\/(api|auth|user|projects|health|metrics|\.well-known)(\/|$)/;

/**
 * Serves the built web application. Every address that is not a file and not the API's gets the
 * page, and the router inside decides what it shows.
 */
export async function addWebApp(
  app: FastifyInstance,
  distUrl: URL,
  options: { production: boolean; ownHosts: readonly string[] },
): Promise<void> {
  const root = fileURLToPath(distUrl);
  const page = await findPage(join(root, 'index.html'), options);
  const linksAhead = await readLinksAhead(join(root, 'builds/ahead.json'));
  if (page) {
    await serveFiles(app, root);
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!page || !wantsPage || apiPath.test(path) || path.startsWith('/assets/')) {
      throw new Failure('E_NOT_FOUND');
    }
    // What a link shows is for who holds it, not for who searches the web.
    if (path === '/shared' || path.startsWith('/shared/')) {
      void reply.header('x-robots-tag', 'noindex, nofollow');
    }
    const { cookie, 'accept-language': language } = request.headers;
    const isSignedIn = cookie !== undefined && signedIn.test(cookie);
    const links = linksAhead(path, { isSignedIn, language });
    return sendPage(
      reply,
      page.replace('</head>', () => `${sentAt()}${links}</head>`),
    );
  });
}

/** By the clock of the server: whoever shows this page has read nothing before. */
function sentAt(): string {
  return `<meta name="causeway:sent-at" content="${Date.now()}">`;
}

/** Only whether somebody may be: who they are is told by the token they send with their calls. */
const signedIn = /(?:^|; )token=[^;]/;

/**
 * Files at the top get a route each: whatever else is asked for is an address of the application,
 * with any character a table or an object can have in its name. The hundreds below /assets/ share
 * one route.
 */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const { paths, send } = await listBuiltFiles(root);
  const assets = new Set(paths.filter((path) => path.startsWith('assets/')));
  for (const path of paths) {
    if (assets.has(path)) continue;
    app.get(`/${path}`, (request, reply) =>
      send(path, request, reply.header('cache-control', 'no-cache')),
    );
  }
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const path = `assets/${request.params['*']}`;
    if (!assets.has(path)) throw new Failure('E_NOT_FOUND');
    // Their names change with what is in them.
    const kept = `public, max-age=${YEAR_SECONDS}, immutable`;
    return send(path, request, reply.header('cache-control', kept));
  });
}

function sendPage(reply: FastifyReply, page: string) {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

/** The page, told what the operator set that the application has to know. Absent until the web is built. */
async function findPage(
  file: string,
  { production, ownHosts }: { production: boolean; ownHosts: readonly string[] },
): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const page = await readFile(file, 'utf8');
  const tell = (text: string, name: string, before: string, value: string) =>
    text.replace(
      `name="causeway:${name}" content="${before}"`,
      () => `name="causeway:${name}" content="${value}"`,
    );
  const told = tell(page, 'own-hosts', '', ownHosts.join(' '));
  return production ? tell(told, 'production', 'no', 'yes') : told;
}
