import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { can, type Role, roles } from '@causeway/contract/access.ts';
import { connectorRoutes } from '@causeway/contract/connectors.ts';
import { fillPath } from '@causeway/contract/route.ts';
import type { MountedRoute } from '#platform/http/mount.ts';
import { createProject, createSession, createUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

/**
 * Who may call what, written down a second time on purpose: a route that is added or opened wider
 * has to be entered here by hand, by somebody who thought about it.
 */
const entries: Record<string, string> = {
  'auth.login': 'public',
  'auth.logout': 'account',
  'auth.impersonate': 'staff',
  'auth.stopImpersonating': 'account',
  'auth.register': 'public',
  'auth.sendVerification': 'account',
  'auth.verifyByCode': 'account',
  'auth.verifyByLink': 'public',
  'auth.requestReset': 'public',
  'auth.confirmReset': 'public',
  'user.read': 'account',
  'user.update': 'account',
  'projects.list': 'account',
  'projects.create': 'account',
  'projects.update': 'admin',
  'projects.remove': 'owner',
  'members.list': 'viewer',
  'members.changeRole': 'admin',
  'members.remove': 'admin',
  'members.leave': 'viewer',
  'members.invite': 'admin',
  'members.withdraw': 'admin',
  'members.accept': 'verified',
  'connectors.list': 'viewer',
  'connectors.read': 'viewer',
  'connectors.create': 'admin',
  'connectors.testNew': 'editor',
  'connectors.test': 'editor',
  'connectors.update': 'admin',
  'connectors.replaceSecrets': 'admin',
  'connectors.dependents': 'viewer',
  'connectors.remove': 'admin',
  'connectors.safety': 'viewer',
  'connectors.resources': 'viewer',
  'connectors.visit': 'viewer',
  'sql.get': 'viewer',
  'sql.post': 'viewer',
  'sql.patch': 'editor',
  'sql.delete': 'editor',
  'sql.read': 'viewer',
  'sql.stream': 'viewer',
  'sqlEditor.run': 'viewer',
  'sqlEditor.rows': 'viewer',
  'sqlEditor.check': 'viewer',
  'sqlEditor.plan': 'viewer',
  'sqlEditor.preview': 'editor',
  'sqlEditor.schema': 'viewer',
  'sqlEditor.columns': 'viewer',
  'sqlEditor.transaction': 'viewer',
  'sqlEditor.endTransaction': 'viewer',
  'queries.list': 'viewer',
  'queries.show': 'viewer',
  'queries.create': 'viewer',
  'queries.update': 'viewer',
  'queries.remove': 'viewer',
  'queries.restore': 'viewer',
  'queries.versions': 'viewer',
  'queries.run': 'viewer',
  'queries.uses': 'viewer',
  'editorTabs.list': 'viewer',
  'editorTabs.put': 'viewer',
  'editorTabs.close': 'viewer',
  'queryRuns.list': 'viewer',
  'queryRuns.clear': 'viewer',
  'queryRuns.keep': 'viewer',
  'queryRuns.listSnapshots': 'viewer',
  'queryRuns.showSnapshot': 'viewer',
  'queryRuns.removeSnapshot': 'viewer',
  'dashboards.list': 'viewer',
  'dashboards.show': 'viewer',
  'dashboards.create': 'editor',
  'dashboards.update': 'editor',
  'dashboards.addTile': 'editor',
  'dashboards.remove': 'editor',
  'dashboards.restore': 'editor',
  'snippets.list': 'verified',
  'snippets.tags': 'verified',
  'snippets.show': 'verified',
  'snippets.create': 'verified',
  'snippets.update': 'verified',
  'snippets.remove': 'verified',
  'snippets.restore': 'verified',
  'snippets.classify': 'verified',
  'snippets.star': 'verified',
  'snippets.unstar': 'verified',
  'snippets.fork': 'verified',
  'snippets.noteUse': 'verified',
  'snippets.versions': 'verified',
  'snippets.version': 'verified',
  'snippets.report': 'verified',
  'snippetComments.list': 'verified',
  'snippetComments.create': 'verified',
  'snippetComments.update': 'verified',
  'snippetComments.remove': 'verified',
  'snippetComments.restore': 'verified',
  'snippetModeration.queue': 'staff',
  'snippetModeration.hide': 'staff',
  'snippetModeration.show': 'staff',
  'snippetModeration.dismiss': 'staff',
  'tables.schemas': 'viewer',
  'tables.list': 'viewer',
  'tables.discover': 'viewer',
  'tables.exists': 'viewer',
  'tables.rows': 'viewer',
  'tables.count': 'viewer',
  'tables.statement': 'viewer',
  'tables.show': 'viewer',
  'tables.insert': 'editor',
  'tables.update': 'editor',
  'tables.remove': 'editor',
  'tables.lookup': 'viewer',
  'tables.labels': 'viewer',
  'tables.profile': 'viewer',
  'tables.analyze': 'editor',
  'tables.change': 'editor',
  'tables.listViews': 'viewer',
  'tables.createView': 'viewer',
  'tables.updateView': 'viewer',
  'tables.removeView': 'viewer',
  'tables.chooseDefaultView': 'viewer',
  'drafts.list': 'viewer',
  'drafts.show': 'viewer',
  'drafts.stage': 'editor',
  'drafts.discard': 'editor',
  'drafts.preview': 'editor',
  'drafts.apply': 'editor',
  'ledger.list': 'viewer',
  'ledger.show': 'viewer',
  'ledger.revert': 'editor',
  'ledger.rowHistory': 'viewer',
  'files.run': 'viewer',
  'files.check': 'viewer',
  'files.list': 'viewer',
  'files.columns': 'viewer',
  'files.export': 'viewer',
  'storage.get': 'viewer',
  'storage.list': 'viewer',
  'storage.put': 'editor',
  'storage.remove': 'editor',
  'storage.upload': 'editor',
  'storage.copy': 'editor',
  'storage.signedUrl': 'viewer',
  'storage.content': 'viewer',
  'storage.putContent': 'editor',
  'storage.details': 'viewer',
  'storage.versions': 'viewer',
  'storage.restoreVersion': 'editor',
  'storageViews.view': 'public',
  'storageViews.viewUrls': 'viewer',
  'storageViews.prepareZip': 'viewer',
  'storageViews.zip': 'public',
  'storagePreviews.text': 'viewer',
  'storagePreviews.table': 'viewer',
  'storagePreviews.previewImage': 'viewer',
  'storagePreviews.changeImage': 'editor',
  'storageUploads.list': 'editor',
  'storageUploads.start': 'editor',
  'storageUploads.read': 'editor',
  'storageUploads.putPart': 'editor',
  'storageUploads.complete': 'editor',
  'storageUploads.abort': 'editor',
  'storageJobs.transfer': 'editor',
  'storageJobs.remove': 'editor',
  'storageJobs.list': 'viewer',
  'storageJobs.read': 'viewer',
  'storageJobs.cancel': 'editor',
  'storageJobs.resume': 'editor',
  'storageJobs.undo': 'editor',
  'storageJobs.trash': 'viewer',
  'storageJobs.restore': 'editor',
  'storageJobs.purge': 'editor',
  'bucketIndex.read': 'viewer',
  'bucketIndex.refresh': 'viewer',
  'bucketIndex.search': 'viewer',
  'bucketIndex.usage': 'viewer',
  'bucketIndex.duplicates': 'viewer',
  'imports.create': 'editor',
  'imports.uploadPart': 'editor',
  'imports.list': 'viewer',
  'imports.show': 'viewer',
  'imports.preview': 'editor',
  'imports.analyse': 'editor',
  'imports.run': 'editor',
  'imports.cancel': 'editor',
  'imports.remove': 'editor',
  'imports.dropTable': 'editor',
  'imports.rejects': 'viewer',
  'imports.rejectsFile': 'viewer',
  'imports.listRecipes': 'viewer',
  'imports.createRecipe': 'editor',
  'imports.updateRecipe': 'editor',
  'imports.removeRecipe': 'editor',
  'replace.count': 'viewer',
  'replace.preview': 'editor',
  'replace.check': 'editor',
  'replace.run': 'editor',
  'exports.estimate': 'viewer',
  'exports.stream': 'viewer',
  'exports.create': 'viewer',
  'exports.download': 'public',
  'exports.list': 'viewer',
  'exports.show': 'viewer',
  'exports.cancel': 'viewer',
  'exports.ticket': 'viewer',
  'exports.remove': 'viewer',
  'audit.list': 'admin',
  'sample.progress': 'viewer',
  'staff.mails': 'staff',
  'staff.users': 'staff',
  'events.subscribe': 'account',
};

/** Served beside the contract: what machines and browsers fetch without a session. */
const plainRoutes = new Set([
  '/health/live',
  '/health/ready',
  '/metrics',
  '/api/docs',
  '/api/docs/openapi.json',
]);

/** The files of the built web application. */
const builtFile = /^\/((assets|builds)\/)?[\w.-]+\.\w+$/;

const callers = [
  'nobody',
  'a wrong token',
  'unverified',
  'stranger',
  ...roles,
  'staff',
  'staff acting as a stranger',
] as const;
type CallerKind = (typeof callers)[number];

const unreachable = {
  implementation: 'sql' as const,
  name: 'Nowhere',
  config: { client: 'pg' as const, host: 'nowhere.invalid', port: 1, user: 'x', database: 'x' },
  secrets: { password: 'x' },
};

let server: TestServer;
const tokens: Partial<Record<CallerKind, string>> = { 'a wrong token': 'x'.repeat(43) };
let projectId: string;
let connectorId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.services;
  const members = {
    viewer: await createUser(db),
    editor: await createUser(db),
    admin: await createUser(db),
    owner: await createUser(db),
  };
  projectId = (await createProject(db, members)).id;
  connectorId = (
    await server.call(
      connectorRoutes.create,
      { params: { projectId }, body: unreachable },
      members.owner,
    )
  ).id;
  const staff = await createUser(db, { staff: true });
  const stranger = await createUser(db);
  for (const role of roles) tokens[role] = members[role].token;
  tokens.unverified = (await createUser(db, { verified: false })).token;
  tokens.stranger = stranger.token;
  tokens.staff = staff.token;
  tokens['staff acting as a stranger'] = await createSession(db, {
    userId: stranger.id,
    impersonatorId: staff.id,
  });
});
afterAll(() => server.stop());

/** The codes with which the access rules, and nothing else, refuse. */
const refusals = new Set([
  'E_INVALID_API_TOKEN',
  'E_FORBIDDEN',
  'E_EMAIL_UNVERIFIED',
  'E_PROJECT_NOT_FOUND',
  'E_IMPERSONATION_NESTED',
  'E_IMPERSONATION_REFUSED',
]);

function mayCall(route: MountedRoute, caller: CallerKind): boolean {
  const { access } = route;
  if (access === 'public') return true;
  if (caller === 'nobody' || caller === 'a wrong token') return false;
  if (route.refusedWhileImpersonating && caller === 'staff acting as a stranger') return false;
  if (access === 'account') return true;
  if (access === 'verified') return caller !== 'unverified';
  if (access === 'staff') return caller === 'staff';
  return roles.includes(caller as Role) && can(caller as Role, access.action);
}

test('TEAM-2 every route served is in the table of who may call it, and the table is true', () => {
  const served = Object.fromEntries(
    server.app.mountedRoutes.map(({ name, access }) => {
      if (typeof access === 'string') return [name, access];
      return [name, roles.find((role) => can(role, access.action))];
    }),
  );
  expect(served).toEqual(entries);
});

test('nothing is served beside the contract but what machines and browsers need', () => {
  const contract = new Set(server.app.mountedRoutes.map((route) => route.path as string));
  const { servedPaths } = server.app;
  expect(contract.difference(servedPaths)).toEqual(new Set());
  const others = servedPaths.difference(contract).difference(plainRoutes);
  expect([...others].filter((path) => !builtFile.test(path))).toEqual([]);
});

describe.each(callers)('%s', (caller) => {
  test('is let in to exactly the routes meant for them', async () => {
    const wrong: string[] = [];
    for (const route of server.app.mountedRoutes) {
      const refused = await isRefused(route, caller);
      if (refused === mayCall(route, caller)) wrong.push(`${route.name}: refused ${refused}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** For every id in a path one that nothing has. */
function nothingThere(path: string): Record<string, string> {
  const names = path.matchAll(/:(\w+)/g);
  return Object.fromEntries(
    names.map(([, name = '']) => [name, '00000000-0000-4000-8000-000000000000']),
  );
}

/** Calls with an input that is wrong wherever possible, so that walking changes nothing. */
async function isRefused(route: MountedRoute, caller: CallerKind): Promise<boolean> {
  // Ending the session would lock the caller out of the rest of the walk.
  const endsSession = route.name === 'auth.logout' || route.name === 'auth.stopImpersonating';
  if (endsSession && mayCall(route, caller)) return false;
  const path = fillPath(route.path, {
    ...nothingThere(route.path),
    projectId,
    table: 'orders',
    grant: 'none',
    signature: 'none',
    number: '1',
  });
  if (route.stream) return isStreamRefused(path, tokens[caller]);
  if (route.name === 'projects.remove' || route.name === 'members.leave') {
    if (mayCall(route, caller)) return false;
  }
  const isAboutConnector = typeof route.access === 'object' && route.access.scope === 'connector';
  const answer = await server.send(route.method, path, {
    token: tokens[caller],
    ...(isAboutConnector && { query: `connector[id]=${connectorId}&rowLimit=never` }),
    ...(route.method !== 'GET' && route.body && { body: { never: 'valid' } }),
  });
  return refusals.has((answer.json as { code?: string } | null)?.code ?? '');
}

async function isStreamRefused(path: string, token: string | undefined): Promise<boolean> {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: leaving.signal,
  });
  leaving.abort();
  return response.status !== 200;
}
