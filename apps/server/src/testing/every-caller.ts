import { can, type Role, roles } from '@causeway/contract/access.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { fillPath } from '@causeway/contract/route.ts';
import {
  covers,
  readOnlyAreas,
  type Scope,
  scopeAreas,
  scopeNeeded,
} from '@causeway/contract/scopes.ts';
import { authorize } from '#platform/access/authorize.ts';
import { actorFrom, findActor, type Identity } from '#platform/access/find-actor.ts';
import { aboutOf } from '#platform/operations/about.ts';
import type { Operation } from '#platform/operations/operation.ts';
import { createKey, createProject, createSession, createUser } from './factories.ts';
import type { TestServer } from './test-server.ts';

/** People, with and without a session. */
export const people = [
  'nobody',
  'a wrong token',
  'unverified',
  'stranger',
  ...roles,
  'staff',
  'staff acting as a stranger',
  'staff acting as the owner',
] as const;

/** Keys of the owner, one for each area and how much of it, and some that open less or elsewhere. */
export const keys: Record<string, Scope[]> = Object.fromEntries([
  ...scopeAreas.flatMap((area) =>
    (readOnlyAreas.has(area) ? (['read'] as const) : (['read', 'write'] as const)).map((how) => [
      `a key of ${area}:${how}`,
      [`${area}:${how}`],
    ]),
  ),
  ['a key of another project', scopeAreas.map((area) => everythingOf(area))],
  ['a key of one connector', []],
  ['a revoked key', scopeAreas.map((area) => everythingOf(area))],
]) as Record<string, Scope[]>;

/** What acts inside the server, on behalf of somebody. */
export const inside = {
  'a workflow of the editor': { role: 'editor', scopes: undefined },
  'an assistant of the viewer': { role: 'viewer', scopes: ['data:read', 'queries:read'] },
  'a workflow of a stranger': { role: undefined, scopes: undefined },
} as const satisfies Record<string, { role: Role | undefined; scopes: Scope[] | undefined }>;

export type PersonKind = (typeof people)[number];
export type InsideKind = keyof typeof inside;

/** By the rules of the contract. */
export function mayPersonCall(route: Operation, caller: PersonKind): boolean {
  const { access } = route;
  if (access === 'public') return true;
  if (caller === 'nobody' || caller === 'a wrong token') return false;
  const isImpersonating = caller.startsWith('staff acting');
  if (isImpersonating && (route.refusedWhileImpersonating || route.needsProof)) return false;
  if (access === 'account') return true;
  if (access === 'verified') return caller !== 'unverified';
  if (access === 'staff') return caller === 'staff';
  const role = caller === 'staff acting as the owner' ? 'owner' : caller;
  return roles.includes(role as Role) && can(role as Role, access.action);
}

/** What acts for somebody may do what they may, and of that what it was given. */
function mayActorCall(
  route: Operation,
  { role, scopes, connectorId }: { role?: Role; scopes?: Scope[] | undefined; connectorId: string },
): boolean {
  const { access } = route;
  if (access === 'public') return true;
  if (access === 'staff' || route.needsProof) return false;
  const ofConnector = typeof access === 'object' && access.connector ? connectorId : undefined;
  if (scopes) {
    const needed = scopeNeeded(route);
    if (!needed || !covers(scopes, needed, ofConnector)) return false;
  }
  return typeof access === 'string' || (role !== undefined && can(role, access.action));
}

const unreachable = {
  implementation: 'sql' as const,
  name: 'Nowhere',
  config: { client: 'pg' as const, host: 'nowhere.invalid', port: 1, user: 'x', database: 'x' },
  secrets: { password: 'x' },
};

/** The codes with which the access rules, and nothing else, refuse. */
const refusals = new Set([
  'E_INVALID_API_TOKEN',
  'E_API_KEY_INVALID',
  'E_KEY_HELD',
  'E_SCOPE_MISSING',
  'E_PROOF_REQUIRED',
  'E_FORBIDDEN',
  'E_EMAIL_UNVERIFIED',
  'E_PROJECT_NOT_FOUND',
  'E_IMPERSONATION_NESTED',
  'E_IMPERSONATION_REFUSED',
]);

/** A project with a connector, somebody of every kind, and what each is let in to against the rules. */
export async function createEveryCaller(server: TestServer) {
  const { db } = server.services;
  const members = {
    viewer: await createUser(db),
    editor: await createUser(db),
    admin: await createUser(db),
    owner: await createUser(db),
  };
  const { owner } = members;
  const projectId = (await createProject(db, members)).id;
  const elsewhere = (await createProject(db, { owner }, 'Elsewhere')).id;
  const call = { params: { projectId }, body: unreachable };
  const connectorId = (await server.call(connectorRoutes.create, call, owner)).id;
  const staff = await createUser(db, { staff: true });
  const stranger = await createUser(db);
  const actingAs = (userId: string) => createSession(db, { userId, impersonatorId: staff.id });
  const tokens: Record<PersonKind, string | undefined> = {
    nobody: undefined,
    'a wrong token': 'x'.repeat(43),
    unverified: (await createUser(db, { verified: false })).token,
    stranger: stranger.token,
    viewer: members.viewer.token,
    editor: members.editor.token,
    admin: members.admin.token,
    owner: owner.token,
    staff: staff.token,
    'staff acting as a stranger': await actingAs(stranger.id),
    'staff acting as the owner': await actingAs(owner.id),
  };

  /** Calls with an input that is wrong wherever possible, so that walking changes nothing. */
  async function isRefused(route: Operation, token: string | undefined): Promise<boolean> {
    const path = pathOf(route, projectId);
    // A stream with a body is asked for like any other: what is wrong in it is said before it begins.
    if (route.stream && !route.body) return isStreamRefused(`${server.url}${path}`, token);
    const answer = await server.send(route.method, path, {
      token,
      ...(isAboutConnector(route) && { query: `connector[id]=${connectorId}&rowLimit=never` }),
      ...(route.method !== 'GET' && route.body && { body: { never: 'valid' } }),
    });
    return refusals.has((answer.json as { code?: string } | null)?.code ?? '');
  }

  async function walk(may: (route: Operation) => boolean, token: string | undefined) {
    const wrong: string[] = [];
    for (const [at, route] of server.app.operations.all().entries()) {
      // There are more operations than one address may try keys that are none.
      if (at % 200 === 0) await db.pool.query(`delete from causeway.rate_limits`);
      const expected = !may(route);
      if (!expected && changesTheWalk.has(route.name)) continue;
      const refused = await isRefused(route, token);
      if (refused !== expected) wrong.push(`${route.name}: refused ${refused}`);
    }
    return wrong;
  }

  return {
    walkAsPerson: (caller: PersonKind) =>
      walk((route) => mayPersonCall(route, caller), tokens[caller]),

    walkAsKey: async (name: string) => {
      const isElsewhere = name === 'a key of another project';
      const scopes: Scope[] =
        name === 'a key of one connector' ? [`data:read@${connectorId}`] : (keys[name] ?? []);
      const where = isElsewhere ? elsewhere : projectId;
      const { id, token } = await createKey(server, where, owner, { scopes });
      if (name === 'a revoked key') {
        await db.pool.query('update api_keys set revoked_at = now() where id = $1', [id]);
        return walk(({ access }) => access === 'public', token);
      }
      const given = { ...(!isElsewhere && { role: 'owner' as const }), scopes, connectorId };
      return walk((route) => mayActorCall(route, given), token);
    },

    /** By the check itself, which is all that stands between an operation and who acts inside. */
    walkInside: async (name: InsideKind) => {
      const { role, scopes } = inside[name] as { role?: Role; scopes?: Scope[] };
      const identity: Identity = {
        kind: name.startsWith('an assistant') ? 'assistant' : 'workflow',
        ref: `test:${name}`,
        onBehalfOf: role ? members[role].id : stranger.id,
        ...(scopes && { scopes }),
      };
      const wrong: string[] = [];
      for (const route of server.app.operations.all()) {
        const query = isAboutConnector(route) ? { connector: { id: connectorId } } : {};
        const found = await findActor(
          db,
          identity,
          aboutOf(route, { params: { projectId }, query, body: {} }),
        );
        const refused = isRefusedBy(() => authorize(route, actorFrom(found!, nowhere)));
        const given = { ...(role && { role }), scopes, connectorId };
        if (refused === mayActorCall(route, given)) wrong.push(`${route.name}: refused ${refused}`);
      }
      return wrong;
    },
  };
}

const nowhere = { id: '', address: '', network: '', userAgent: undefined };

function isRefusedBy(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof Failure && refusals.has(error.code)) return true;
    throw error;
  }
}

function everythingOf(area: (typeof scopeAreas)[number]): Scope {
  return `${area}:${readOnlyAreas.has(area) ? 'read' : 'write'}`;
}

/** Without a session, a membership or the project the rest could not be asked for. */
const changesTheWalk = new Set([
  'auth.logout',
  'auth.stopImpersonating',
  'security.endOtherSessions',
  'leaving.leave',
  'projects.remove',
  'members.leave',
]);

function isAboutConnector({ access }: Operation): boolean {
  return typeof access === 'object' && access.connector !== undefined;
}

function pathOf({ path }: Operation, projectId: string): string {
  return fillPath(path, {
    ...nothingThere(path),
    projectId,
    table: 'orders',
    grant: 'none',
    signature: 'none',
    number: '1',
  });
}

/** For every id in a path one that nothing has. */
function nothingThere(path: string): Record<string, string> {
  const names = path.matchAll(/:(\w+)/g);
  return Object.fromEntries(
    names.map(([, name = '']) => [name, '00000000-0000-4000-8000-000000000000']),
  );
}

async function isStreamRefused(url: string, token: string | undefined): Promise<boolean> {
  const leaving = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: leaving.signal,
  });
  leaving.abort();
  return response.status !== 200;
}
