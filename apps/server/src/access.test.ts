import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { can, roles } from '@causeway/contract/access.ts';
import { callers, createEveryCaller, mayCall } from '#testing/every-caller.ts';
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
  'tables.diagram': 'viewer',
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
  'files.plan': 'viewer',
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
  'storageReplace.look': 'viewer',
  'storageReplace.run': 'editor',
  'storageDeleted.list': 'viewer',
  'storageDeleted.restore': 'editor',
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
  '/assets/*',
]);

/** The files of the built web application that have a route each. */
const builtFile = /^\/(builds\/)?[\w.-]+\.\w+$/;

let server: TestServer;
let isRefused: Awaited<ReturnType<typeof createEveryCaller>>['isRefused'];

beforeAll(async () => {
  server = await startTestServer();
  ({ isRefused } = await createEveryCaller(server));
});
afterAll(() => server.stop());

test('TEAM-2 every route served is in the table of who may call it, and the table is true', () => {
  const served = Object.fromEntries(
    server.app.operations.all().map(({ name, access }) => {
      if (typeof access === 'string') return [name, access];
      return [name, roles.find((role) => can(role, access.action))];
    }),
  );
  expect(served).toEqual(entries);
});

test('nothing is served beside the contract but what machines and browsers need', () => {
  const contract = new Set(server.app.operations.all().map((route) => route.path as string));
  const { servedPaths } = server.app;
  expect(contract.difference(servedPaths)).toEqual(new Set());
  const others = servedPaths.difference(contract).difference(plainRoutes);
  expect([...others].filter((path) => !builtFile.test(path))).toEqual([]);
});

describe.each(callers)('%s', (caller) => {
  test('is let in to exactly the routes meant for them', async () => {
    const wrong: string[] = [];
    for (const route of server.app.operations.all()) {
      const refused = await isRefused(route, caller);
      if (refused === mayCall(route, caller)) wrong.push(`${route.name}: refused ${refused}`);
    }
    expect(wrong).toEqual([]);
  });
});
