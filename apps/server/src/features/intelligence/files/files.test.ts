import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { intelligenceRoutes as routes } from '@causeway/contract/intelligence/intelligence.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';

const space = await startFilesWorkspace();
beforeAll(async () => {
  const lines = Array.from({ length: 300 }, (_, at) => {
    const mail = at < 4 ? `TWIN${at}@example.com` : `p${at}@example.com`;
    const sku = at % 75 === 1 ? '' : `S-${at}`;
    return `${at < 8 && at > 3 ? `twin${at - 4}@example.com` : mail},${sku},${at % 60 === 0 ? 'MÃ¼nchen' : 'Bremen'}`;
  });
  await space.store('lists/people.csv', `email,sku,city\n${lines.join('\n')}\n`);
  await space.store('lists/quiet.json', '[{"id": 1, "note": "fine"}, {"id": 2, "note": "too"}]');
  await space.store('lists/broken.parquet', 'no parquet at all');
  await space.store('lists/picture.png', 'no table');
});
afterAll(() => space.stop());

test('INTEL-1 INTEL-2 files of a bucket are looked at as tables, and what can’t be read is told', async () => {
  const { server, editor, viewer, projectId, bucketId: connectorId } = space;
  const params = { projectId };
  await server.call(routes.scan, { params, body: { connectorId } }, editor);
  const covered = await vi.waitFor(
    async () => {
      const all = await server.call(routes.coverage, { params }, viewer);
      const found = all.find((one) => one.connectorId === connectorId);
      expect([found?.scan?.state, found?.scan?.error]).toEqual(['done', null]);
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(covered).toMatchObject({ isBucket: true, tables: 3, looked: 2, scan: { left: 1 } });
  const { items } = await server.call(routes.list, { params, query: { connectorId } }, viewer);
  const found = items.map(({ check, table, columns }) => `${check} ${table} ${columns.join()}`);
  expect(found.toSorted()).toEqual([
    'duplicates lists/people.csv email',
    'gaps lists/people.csv sku',
    'letters lists/people.csv city',
    'personal lists/people.csv email',
  ]);
  for (const { sql } of items) expect((await space.run(sql ?? '')).rowCount).toBeGreaterThan(0);
  const asked = { params: { ...params, connectorId }, query: { schema: 'public', table: 'x' } };
  expect(await server.call(routes.profiles, asked, viewer)).toEqual([]);
});
