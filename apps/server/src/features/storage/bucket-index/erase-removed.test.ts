import { afterAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startStorageWorkspace, storeKinds } from '#testing/storage-workspace.ts';
import { eraseRemoved } from './erase-removed.ts';

const [store] = storeKinds;
const space = await startStorageWorkspace({ store: store! });
const { db } = space.server.services;
afterAll(() => space.stop());

const other = crypto.randomUUID();

function index(connectorId: string, count: number): Promise<number> {
  return changeRows(
    db,
    sql`insert into bucket_objects (connector_id, path, searched, file_group, byte_size, updated_at,
          etag)
        select ${connectorId}, 'file ' || n, 'file ' || n, 'other', 1, now(), n::text
        from generate_series(1, ${count}::int) n`,
  );
}

async function indexed() {
  return listRows<{ id: string; count: number }>(
    db,
    sql`select connector_id as id, count(*)::int as count from bucket_objects group by 1`,
  );
}

test('CONN-1 a connector is removed without waiting for all that was indexed of its bucket', async () => {
  const { connectorId, people, projectId, server } = space;
  await changeRows(
    db,
    sql`insert into connectors (id, project_id, name, implementation, config)
        select ${other}, project_id, name, implementation, config from connectors
        where id = ${connectorId}`,
  );
  await index(connectorId, 25);
  await index(other, 5);
  const params = { projectId, connectorId };
  // Whoever holds one of them holds up who would erase it.
  const held = await db.pool.connect();
  await held.query('begin');
  await held.query(`select from bucket_objects where connector_id = $1 for update`, [connectorId]);
  try {
    await server.call(connectorRoutes.remove, { params }, people.owner);
  } finally {
    await held.query('rollback');
    held.release();
  }
  await expect(space.call(bucketIndexRoutes.search, { query: { text: 'file' } })).rejects.toThrow(
    '404',
  );
  await eraseRemoved(db, 10);
  expect(await indexed()).toEqual([{ id: other, count: 5 }]);
});
