import type { FastifyRequest } from 'fastify';
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
  if (found.caller.seenAgo > 60) await noteSeen(db, found.caller);
  noteUser(request, found.caller.user.id);
  return found;
}

type Subject = ReturnType<typeof readSubject>;
type Found = ReturnType<typeof findCaller>;
const asked = new WeakMap<Database, Map<string, Found>>();

/**
 * A page sends several requests at once. Those that arrive together and ask the same question share
 * one answer; it is still read after the last of them arrived.
 */
function findTogether(db: Database, token: string, subject: Subject): Found {
  const questions = asked.get(db) ?? new Map<string, Found>();
  asked.set(db, questions);
  const question = JSON.stringify([token, subject]);
  const shared = questions.get(question);
  if (shared) return shared;
  const found = new Promise((resolve) => void setImmediate(resolve)).then(() => {
    questions.delete(question);
    return findCaller(db, token, subject);
  });
  questions.set(question, found);
  return found;
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
