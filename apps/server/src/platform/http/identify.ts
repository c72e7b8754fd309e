import type { FastifyRequest } from 'fastify';
import { Failure } from '@causeway/contract/errors.ts';
import type { Route } from '@causeway/contract/route.ts';
import { type AuthorizedProject, type Caller, findCaller } from '#platform/access/caller.ts';
import { changeRows, type Database } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { noteUser } from './log-line.ts';

/** Who sends the token, and what they are in the project the call is about. */
export async function identify(
  db: Database,
  route: Route,
  request: FastifyRequest,
): Promise<{ caller: Caller | undefined; project: AuthorizedProject | undefined }> {
  const nobody = { caller: undefined, project: undefined };
  const token = readBearer(request);
  if (route.access === 'public' || token === undefined) return nobody;
  const found = await findTogether(db, token, readSubject(route, request));
  if (!found) return nobody;
  refuseNoProject(request);
  if (found.caller.seenAgo > 60) await noteSeen(db, found.caller);
  noteUser(request, found.caller.user.id);
  return found;
}

type Subject = ReturnType<typeof readSubject>;
type Found = ReturnType<typeof findCaller>;
type Line = { current: Found; next?: Found };
const lines = new WeakMap<Database, Map<string, Line>>();

/**
 * A page sends several requests at once. The first asks at once; those that ask the same while it
 * waits share the next answer, so that none gets one that was read before it arrived.
 */
function findTogether(db: Database, token: string, subject: Subject): Found {
  const open = lines.get(db) ?? new Map<string, Line>();
  lines.set(db, open);
  const question = JSON.stringify([token, subject]);
  const ask = (): Found => {
    const line: Line = { current: findCaller(db, token, subject) };
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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What an action is about. An id that can't be one is answered like one that is not there. */
function readSubject(route: Route, request: FastifyRequest) {
  const { access } = route;
  if (typeof access === 'string') return undefined;
  if (access.scope === 'connector') {
    const connectorId = readConnectorId(request.query) ?? readConnectorId(request.body);
    return connectorId && uuid.test(connectorId) ? { connectorId } : undefined;
  }
  const { projectId } = request.params as { projectId?: string };
  return projectId && uuid.test(projectId) ? { projectId } : undefined;
}

function readConnectorId(part: unknown): string | undefined {
  const { connector } = (part ?? {}) as { connector?: { id?: unknown } };
  return typeof connector?.id === 'string' ? connector.id : undefined;
}

function readBearer(request: FastifyRequest): string | undefined {
  const match = /^Bearer ([\w~+/.-]{20,200}=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1];
}

async function noteSeen(db: Database, caller: Caller): Promise<void> {
  await changeRows(
    db,
    sql`update sessions set last_seen_at = now() where id = ${caller.sessionId}`,
  );
}
