import { afterAll, expect, test } from 'vitest';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { createKey } from '#testing/factories.ts';
import { createScanRequests } from '#testing/scan-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const { server, owner, projectId, plain: connectorId } = space;
const scans = createScanRequests(space);
afterAll(() => space.stop());

const params = { projectId };
const keyOf = (...scopes: string[]) => createKey(server, projectId, owner, { scopes });
const table = { schema: 'public', table: 'loose' };

test('TEAM-6 INTEL-1 a key for findings reads and sorts them, and comes to no row', async () => {
  await space.run('create table loose (a text, b text)');
  await space.run(`insert into loose select 'x', 'y' from generate_series(1, 200)`);
  await scans.scan();
  const list = { params, query: { connectorId } };
  const reader = await keyOf('intelligence:read');
  const { items } = await server.call(intelligenceRoutes.list, list, reader);
  const [finding] = items;
  expect(finding).toMatchObject({ connectorId });
  const dismiss = {
    params: { projectId, findingId: finding?.id ?? '' },
    body: { reason: 'intended' as const, note: '' },
  };
  const refused = await server.refuse(intelligenceRoutes.dismiss, dismiss, reader);
  expect(refused).toMatchObject({ details: { scope: 'intelligence:write' } });
  const writer = await keyOf('intelligence:write');
  await server.call(intelligenceRoutes.dismiss, dismiss, writer);
  const ofTable = { params: { projectId, connectorId }, query: table };
  const profiles = await server.refuse(intelligenceRoutes.profiles, ofTable, writer);
  expect(profiles).toMatchObject({ details: { scope: 'data:read' } });
  const body = { sql: 'select * from loose', connector: { id: connectorId } };
  const rows = await server.send('POST', '/api/sql/v1/read', { token: writer.token, body });
  expect(rows.status).toBe(403);
  const [told] = await server.call(
    projectRoutes.list,
    {},
    await keyOf('project:read', 'intelligence:read'),
  );
  expect(told?.connectors).toContainEqual(
    expect.objectContaining({ id: connectorId, config: {}, settings: {} }),
  );
  // Given before findings were an area of their own.
  const before = await keyOf('data:read');
  expect((await server.call(intelligenceRoutes.list, list, before)).total).toBe(items.length - 1);
});

test('TEAM-6 TEAM-9 a key for usage reads what its project used, and nothing of whoever pays', async () => {
  const key = await keyOf('usage:read');
  const asked = { params, query: {} };
  expect(await server.call(usageRoutes.project, asked, key)).toMatchObject({
    groups: { project: [{ id: projectId }] },
  });
  const file = await server.send('GET', `/api/billing/v1/projects/${projectId}/usage/file`, {
    token: key.token,
  });
  expect(file.text).toContain('day,project,meter');
  expect((await server.refuse(usageRoutes.mine, { query: {} }, key)).code).toBe('E_FORBIDDEN');
  const other = await keyOf('data:write');
  const refused = await server.refuse(usageRoutes.project, asked, other);
  expect(refused).toMatchObject({ code: 'E_SCOPE_MISSING', details: { scope: 'usage:read' } });
});
