import type { FastifyRequest } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';
import { type About, findActor, type Found } from '#platform/access/find-actor.ts';
import { changeRows, type Database } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { aboutOf } from '#platform/operations/about.ts';
import { noteUser } from './log-line.ts';

/** Who sends the token, and what they are in the project the call is about. */
export async function identify(
  db: Database,
  route: Route,
  request: FastifyRequest,
): Promise<Found | undefined> {
  const token = readBearer(request);
  if (route.access === 'public' || token === undefined) return undefined;
  const found = await findTogether(db, token, aboutOf(route, request));
  if (!found) return undefined;
  refuseNoProject(request);
  if (found.seenAgo > 60 && found.sessionId !== null) await noteSeen(db, found.sessionId);
  noteUser(request, found.user.id);
  return found;
}

type Search = ReturnType<typeof findActor>;
type Line = { current: Search; next?: Search };
const lines = new WeakMap<Database, Map<string, Line>>();

/**
 * A page sends several requests at once. The first asks at once; those that ask the same while it
 * waits share the next answer, so that none gets one that was read before it arrived.
 */
function findTogether(db: Database, token: string, subject: About): Search {
  const open = lines.get(db) ?? new Map<string, Line>();
  lines.set(db, open);
  const question = JSON.stringify([token, subject]);
  const ask = (): Search => {
    const line: Line = { current: findActor(db, { token }, subject) };
    open.set(question, line);
    const end = () => {
      if (open.get(question) === line && !line.next) open.delete(question);
    };
    line.current.then(end, end);
    return line.current;
  };
  const line = open.get(question);
  if (!line) return ask();
  line.next ??= line.current.then(ask, ask);
  return line.next;
}

/** What a page writes into an address while no project is chosen. */
function refuseNoProject(request: FastifyRequest): void {
  const { projectId } = request.params as { projectId?: string };
  if (projectId === 'null' || projectId === 'undefined') throw new Failure('E_PROJECT_REQUIRED');
}

function readBearer(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([\w~+/.-]{20,200}=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}

async function noteSeen(db: Database, sessionId: string): Promise<void> {
  await changeRows(db, sql`update sessions set last_seen_at = now() where id = ${sessionId}`);
}
