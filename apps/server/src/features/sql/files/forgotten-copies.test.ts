import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { forgetGone } from '#platform/files/forget-gone.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';

const space = await startFilesWorkspace();
afterAll(() => space.stop());

test('CONN-3 copies of files that were read go with their connector, and no others', async () => {
  const { server, projectId, owner } = space;
  await space.store('a.csv', 'id\n1\n');
  const other = await space.add({ ...space.sources.s3Connector, name: 'Other' });
  const copiesOf = async (connectorId: string) =>
    (await readdir(await server.services.files.cache.folderOf(connectorId))).filter((name) =>
      name.endsWith('.parquet'),
    );
  for (const connectorId of [space.bucketId, other]) {
    await space.run(`select * from 'a.csv'`, { connectorId });
    expect(await copiesOf(connectorId)).toHaveLength(1);
  }
  const params = { projectId, connectorId: other };
  await server.call(connectorRoutes.remove, { params }, owner);
  await forgetGone(server.services);
  expect(await server.services.files.cache.listConnectors()).toEqual([space.bucketId]);
  expect(await copiesOf(space.bucketId)).toHaveLength(1);
  expect((await space.run(`select * from 'a.csv'`)).rows).toEqual([['1']]);
});

test('SQL-8.13 what a killed process left behind is cleared away, and nothing that is in use', async () => {
  const { cache } = space.server.services.files;
  const runs = join(await cache.folderOf(space.bucketId), 'runs');
  const scratch = await cache.openScratch(space.bucketId);
  const [inUse = ''] = await readdir(runs);
  const left = crypto.randomUUID();
  await mkdir(join(runs, left));
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  for (const name of [inUse, left]) await utimes(join(runs, name), longAgo, longAgo);
  await forgetGone(space.server.services);
  expect(await readdir(runs)).toEqual([inUse]);
  await scratch.remove();
});
