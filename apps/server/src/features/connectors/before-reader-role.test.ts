import { afterAll, beforeAll, expect, test } from 'vitest';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import type { TestUser } from '#testing/factories.ts';
import { createScanRequests } from '#testing/scan-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';
import { onServer } from '#testing/test-database.ts';

/** What is kept from before a role for readers was named is not for those who work as it. */

const space = await startSqlWorkspace();
const scans = createScanRequests(space, space.powerful);
const reader = `reads_${crypto.randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  await onServer(`create role ${reader}`);
  await space.database.query(
    `create table seen (name text); insert into seen values ('Ada'), ('Ada');
     create table pay (name text); insert into pay values ('Grace'), ('Grace');
     grant select on seen to ${reader}`,
  );
});
afterAll(async () => {
  await space.database.query(`drop owned by ${reader}`);
  await space.stop();
  await onServer(`drop role ${reader}`);
});

async function setReader(readerRole: string | null) {
  const path = `/api/connectors/v1/${space.projectId}/${space.powerful}`;
  const body = { settings: { readerRole } };
  read(await space.server.send('PATCH', path, { token: space.owner.token, body }));
}

const params = { projectId: space.projectId };

function profilesOf(table: string, as: TestUser) {
  const asked = {
    params: { ...params, connectorId: space.powerful },
    query: { schema: 'public', table },
  };
  return space.server.call(intelligenceRoutes.profiles, asked, as);
}

/** The tables that findings and their counts tell something of. */
async function tablesTold(as: TestUser) {
  const { items } = await space.server.call(
    intelligenceRoutes.list,
    { params, query: { connectorId: space.powerful, show: 'open' } },
    as,
  );
  const health = await space.server.call(
    intelligenceRoutes.health,
    { params: { ...params, connectorId: space.powerful } },
    as,
  );
  return new Set([...items, ...health].map(({ table }) => table).filter((table) => table !== null));
}

test('TEAM-2 what a scan saw before a role for readers was named is not for viewers', async () => {
  await scans.scan();
  expect(await profilesOf('pay', space.viewer)).toHaveLength(1);
  const told = await tablesTold(space.viewer);
  expect(told.size).toBeGreaterThan(0);
  await setReader(reader);
  expect(await profilesOf('pay', space.viewer)).toEqual([]);
  expect(await tablesTold(space.viewer)).toEqual(new Set());
  expect(await profilesOf('pay', space.editor)).toHaveLength(1);
  expect(await tablesTold(space.editor)).toEqual(told);
});

test('TEAM-2 the next scan looks as that role, and viewers are told what it saw', async () => {
  await scans.scan();
  expect(await profilesOf('seen', space.viewer)).toHaveLength(1);
  expect(await profilesOf('pay', space.viewer)).toEqual([]);
});

test('TEAM-2 a picture of a dashboard is shown until the role for readers changes', async () => {
  const { token } = space.viewer;
  const path = `/api/dashboards/v1/${space.projectId}`;
  const made = await space.server.send('POST', path, {
    token: space.owner.token,
    body: { name: 'Pictured', tiles: [] },
  });
  const { id } = read<{ id: string }>(made);
  const picture = {
    tiles: [{ x: 0, y: 0, w: 3, h: 3, sketch: { kind: 'number', text: '4242', trend: [] } }],
  };
  const pictures = async () =>
    (await space.server.send('GET', `${path}/pictures`, { token })).text.includes('4242');
  await setReader(null);
  await space.server.send('POST', `${path}/${id}/seen`, { token, body: { picture } });
  expect(await pictures()).toBe(true);
  await setReader(reader);
  expect(await pictures()).toBe(false);
});
