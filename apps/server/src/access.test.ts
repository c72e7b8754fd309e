import { afterAll, beforeAll, expect, test } from 'vitest';
import { can, roles } from '@causeway/contract/access.ts';
import { createEveryCaller, inside, type InsideKind, keys, people } from '#testing/every-caller.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { accountRoutes } from './who-may-call/account-routes.ts';
import { dataRoutes } from './who-may-call/data-routes.ts';

/**
 * Who may call what, written down a second time on purpose: a route that is added or opened wider
 * has to be entered there by hand, by somebody who thought about it.
 */
const entries = { ...accountRoutes, ...dataRoutes };

/** Served beside the contract: what machines and browsers fetch without a session. */
const plainRoutes = new Set([
  '/health/live',
  '/health/ready',
  '/metrics',
  '/api/docs',
  '/api/docs/openapi.json',
  '/assets/*',
  // Speaks a protocol of its own; whom it lets in is tested with it.
  '/api/mcp/v1',
]);

/** The files of the built web application that have a route each. */
const builtFile = /^\/(builds\/)?[\w.-]+\.\w+$/;

let server: TestServer;
let callers: Awaited<ReturnType<typeof createEveryCaller>>;

beforeAll(async () => {
  // Every operation as every kind of stranger is more than one network may ask in a minute.
  server = await startTestServer({ REQUESTS_PER_MINUTE: 100_000 });
  callers = await createEveryCaller(server);
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

test.each(people)('TEAM-2 %s is let in to exactly the routes meant for them', async (caller) => {
  expect(await callers.walkAsPerson(caller)).toEqual([]);
});

test.each(Object.keys(keys))(
  'TEAM-6 %s is let in to exactly what it was given of its owner’s rights, in its own project',
  async (name) => {
    expect(await callers.walkAsKey(name)).toEqual([]);
  },
);

test.each(Object.keys(inside) as InsideKind[])(
  'TEAM-2 %s may do what they may, and of that what it was given',
  async (name) => {
    expect(await callers.walkInside(name)).toEqual([]);
  },
);
