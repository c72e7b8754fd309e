import { can, type Role, roles } from '@causeway/contract/access.ts';
import { connectorRoutes } from '@causeway/contract/connectors.ts';
import { fillPath } from '@causeway/contract/route.ts';
import type { Operation } from '#platform/operations/operation.ts';
import { createProject, createSession, createUser } from './factories.ts';
import type { TestServer } from './test-server.ts';

export const callers = [
  'nobody',
  'a wrong token',
  'unverified',
  'stranger',
  ...roles,
  'staff',
  'staff acting as a stranger',
] as const;
export type CallerKind = (typeof callers)[number];

/** By the rules of the contract. */
export function mayCall(route: Operation, caller: CallerKind): boolean {
  const { access } = route;
  if (access === 'public') return true;
  if (caller === 'nobody' || caller === 'a wrong token') return false;
  if (route.refusedWhileImpersonating && caller === 'staff acting as a stranger') return false;
  if (access === 'account') return true;
  if (access === 'verified') return caller !== 'unverified';
  if (access === 'staff') return caller === 'staff';
  return roles.includes(caller as Role) && can(caller as Role, access.action);
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
  'E_FORBIDDEN',
  'E_EMAIL_UNVERIFIED',
  'E_PROJECT_NOT_FOUND',
  'E_IMPERSONATION_NESTED',
  'E_IMPERSONATION_REFUSED',
]);

/** A project with a connector, somebody of every kind, and whether a route refuses them. */
export async function createEveryCaller(server: TestServer) {
  const { db } = server.services;
  const members = {
    viewer: await createUser(db),
    editor: await createUser(db),
    admin: await createUser(db),
    owner: await createUser(db),
  };
  const projectId = (await createProject(db, members)).id;
  const call = { params: { projectId }, body: unreachable };
  const connectorId = (await server.call(connectorRoutes.create, call, members.owner)).id;
  const staff = await createUser(db, { staff: true });
  const stranger = await createUser(db);
  const tokens: Record<CallerKind, string | undefined> = {
    nobody: undefined,
    'a wrong token': 'x'.repeat(43),
    unverified: (await createUser(db, { verified: false })).token,
    stranger: stranger.token,
    viewer: members.viewer.token,
    editor: members.editor.token,
    admin: members.admin.token,
    owner: members.owner.token,
    staff: staff.token,
    'staff acting as a stranger': await createSession(db, {
      userId: stranger.id,
      impersonatorId: staff.id,
    }),
  };

  /** Calls with an input that is wrong wherever possible, so that walking changes nothing. */
  async function isRefused(route: Operation, caller: CallerKind): Promise<boolean> {
    if (changesTheWalk.has(route.name) && mayCall(route, caller)) return false;
    const path = fillPath(route.path, {
      ...nothingThere(route.path),
      projectId,
      table: 'orders',
      grant: 'none',
      signature: 'none',
      number: '1',
    });
    if (route.stream) return isStreamRefused(`${server.url}${path}`, tokens[caller]);
    const isAboutConnector =
      typeof route.access === 'object' && route.access.connector !== undefined;
    const answer = await server.send(route.method, path, {
      token: tokens[caller],
      ...(isAboutConnector && { query: `connector[id]=${connectorId}&rowLimit=never` }),
      ...(route.method !== 'GET' && route.body && { body: { never: 'valid' } }),
    });
    return refusals.has((answer.json as { code?: string } | null)?.code ?? '');
  }

  return { isRefused };
}

/** Without a session, a membership or the project the rest could not be asked for. */
const changesTheWalk = new Set([
  'auth.logout',
  'auth.stopImpersonating',
  'security.endOtherSessions',
  'projects.remove',
  'members.leave',
]);

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
