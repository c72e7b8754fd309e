import type { FastifyRequest } from 'fastify';
import { KEY_PREFIX } from '@causeway/contract/api-keys.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';
import { type About, findActor, type Found, type Identity } from '#platform/access/find-actor.ts';
import { findSession } from '#platform/access/find-sessions.ts';
import { isKeySecret } from '#platform/access/key-secrets.ts';
import { changeRows, type Database } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Limit, Limiter } from '#platform/limits/limiter.ts';
import { networkOf } from '#platform/limits/network.ts';
import { aboutOf } from '#platform/operations/about.ts';
import { noteUser } from './log-line.ts';

/** Keys that look like some and are none: more than a forgotten one would cause. */
const unknownKeys: Limit = { name: 'unknown-keys', burst: 600, seconds: 60 };

/** Who sends the token or key, and what they are in the project the call is about. */
export async function identify(
  { db, limiter }: { db: Database; limiter: Limiter },
  route: Pick<Route, 'access'>,
  request: FastifyRequest,
): Promise<Found | undefined> {
  if (route.access === 'public') return undefined;
  const identity = readIdentity(request);
  if (!identity) return undefined;
  const found = await findWho(db, identity, aboutOf(route, request));
  if (!found) {
    if ('token' in identity) return undefined;
    await limiter.takeOften(unknownKeys, networkOf(request.ip));
    throw new Failure('E_API_KEY_INVALID');
  }
  refuseNoProject(request);
  if (found.seenAgo > 60 && found.sessionId !== null) await noteSeen(db, found.sessionId);
  noteUser(request, found.user.id);
  return found;
}

/** Sessions are asked about together, however many requests of however many people wait. */
function findWho(db: Database, identity: Identity, about: About): Promise<Found | undefined> {
  return 'token' in identity
    ? findSession(db, identity.token, about)
    : findActor(db, identity, about);
}

/** What a page writes into an address while no project is chosen. */
function refuseNoProject(request: FastifyRequest): void {
  const { projectId } = request.params as { projectId?: string };
  if (projectId === 'null' || projectId === 'undefined') throw new Failure('E_PROJECT_REQUIRED');
}

/**
 * A key is refused as a key, before anything is asked: a browser that hears of a bad one must not take
 * it for the end of its session.
 */
function readIdentity({ headers }: FastifyRequest): Identity | undefined {
  const [, token = ''] = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  if (token.startsWith(KEY_PREFIX)) {
    if (!isKeySecret(token)) throw new Failure('E_API_KEY_INVALID');
    return { keySecret: token };
  }
  return /^[\w~+/.-]{20,200}=*$/.test(token) ? { token } : undefined;
}

async function noteSeen(db: Database, sessionId: string): Promise<void> {
  await changeRows(db, sql`update sessions set last_seen_at = now() where id = ${sessionId}`);
}
