import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { intelligenceRoutes as routes } from '@causeway/contract/intelligence/intelligence.ts';
import { sayFinding } from '@causeway/contract/intelligence/texts.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { eventually } from '#testing/eventually.ts';
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

async function scanned() {
  const { server, editor, viewer, projectId, bucketId: connectorId } = space;
  const params = { projectId };
  const begun = await server.call(routes.scan, { params, body: { connectorId } }, editor);
  return eventually(async () => {
    const all = await server.call(routes.coverage, { params }, viewer);
    const found = all.find((one) => one.connectorId === connectorId);
    expect(found?.scan).toMatchObject({ id: begun.id, state: 'done', error: null });
    return found;
  });
}

async function profileOf(table: string) {
  const { server, viewer, projectId, bucketId: connectorId } = space;
  const asked = { params: { projectId, connectorId }, query: { schema: '', table } };
  const [profile] = await server.call(routes.profiles, asked, viewer);
  return profile;
}

test('INTEL-1 INTEL-2 files of a bucket are looked at as tables, and what can’t be read is told', async () => {
  const { server, viewer, projectId, bucketId: connectorId } = space;
  const params = { projectId };
  const covered = await scanned();
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
  expect(await profileOf('lists/none.csv')).toBeUndefined();
  expect(await profileOf('lists/people.csv')).toMatchObject({ rows: 300, sampled: 300 });
});

test('INTEL-1 what was noticed in a file is over when the file is', async () => {
  const { server, editor, viewer, projectId, bucketId: connectorId } = space;
  const lines = Array.from({ length: 300 }, (_, at) =>
    at % 75 === 1 ? `${at},` : `${at},S-${at}`,
  );
  const path = 'lists/soon-gone.csv';
  await space.store(path, `id,sku\n${lines.join('\n')}\n`);
  const listed = async () => {
    const asked = { params: { projectId }, query: { connectorId } };
    const { items } = await server.call(routes.list, asked, viewer);
    return items.filter(({ table }) => table === path).length;
  };
  await scanned();
  expect(await listed()).toBe(1);
  const body = { connector: { id: connectorId }, path };
  await server.call(storageRoutes.remove, { query: {}, body }, editor);
  for (let look = 0; look < 2; look += 1) await scanned();
  expect(await listed()).toBe(0);
});

test('INTEL-1 INTEL-2 of files too large to be read a part is, and nothing is told of the rest', async () => {
  const { server, viewer, projectId, bucketId: connectorId } = space;
  const ids = Array.from({ length: 40_000 }, (_, index) => index);
  const line = (id: number) => `${id},${id % 500 === 7 ? '' : `S-${id}`}`;
  const csv = `id,sku\n${ids.map(line).join('\n')}\n`;
  await space.store('large/parts.csv', csv);
  await space.store('large/notes.csv', csv.replace('0,S-0', '0,"S-0\n"'));
  await space.store('large/packed.csv.gz', gzipSync(csv, { level: 1 }));
  const objects = ids.map((id) => ({ id, sku: id % 500 === 7 ? null : `S-${id}` }));
  await space.store('large/parts.json', JSON.stringify(objects));
  await space.store('large/parts.ndjson', objects.map((one) => JSON.stringify(one)).join('\n'));
  const skus = objects.map(({ sku }) => sku);
  const columnData = [
    { name: 'id', data: ids, type: 'INT32' as const },
    { name: 'sku', data: skus, type: 'STRING' as const, nullable: true },
  ];
  const parquet = parquetWriteBuffer({ columnData, rowGroupSize: 1_000 });
  await space.store('large/parts.parquet', Buffer.from(parquet));
  const sampling = { wholeText: 64_000, wholeParquet: 64_000, sample: 64_000 };
  Object.assign(server.services.files.sampling, sampling);
  expect(await scanned()).toMatchObject({ unreadable: 0, scan: { left: 1 } });

  const query = { connectorId };
  const { items } = await server.call(routes.list, { params: { projectId }, query }, viewer);
  for (const name of ['parts.csv', 'notes.csv', 'packed.csv.gz', 'parts.json', 'parts.ndjson']) {
    const profile = await profileOf(`large/${name}`);
    expect(profile, name).toMatchObject({ rows: null });
    expect(profile?.sampled, name).toBeGreaterThan(500);
    expect(profile?.sampled, name).toBeLessThan(30_000);
  }
  // From all over the file where lines are records, from its beginning where they need not be.
  const largest = async (name: string) =>
    Number((await profileOf(`large/${name}`))?.columns.find((one) => one.name === 'id')?.max);
  expect(await largest('parts.csv')).toBe(39_999);
  expect(await largest('parts.ndjson')).toBeGreaterThan(38_000);
  expect(await largest('notes.csv')).toBeLessThan(10_000);
  const part = await profileOf('large/parts.parquet');
  expect(part).toMatchObject({ rows: 40_000 });
  expect(part?.sampled).toBeLessThan(20_000);
  const told = items.filter(({ table }) => table === 'large/parts.parquet');
  expect(told.map(({ check, columns }) => [check, columns])).toEqual([['gaps', ['sku']]]);
  const [gaps] = told;
  expect(gaps?.facts).toMatchObject({ count: part!.sampled / 500, sample: part!.sampled / 40_000 });
  expect(sayFinding(gaps!, 'de').title).toMatch(/\(in einer Stichprobe von \d+\s%\)$/);
});
