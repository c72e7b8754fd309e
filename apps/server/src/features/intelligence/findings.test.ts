import { afterAll, expect, test } from 'vitest';
import { findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import type { Candidate } from './checks/candidate.ts';
import { changeState, keepFindings } from './findings.ts';

const space = await startSqlWorkspace();
const { db } = space.server.services;
afterAll(() => space.stop());

const seen: Candidate = {
  check: 'key-without-index',
  severity: 'medium',
  schema: 'public',
  table: 'orders',
  columns: ['parent_id'],
  objects: [1, 2],
  facts: {},
  size: 1,
};

async function queueScan(): Promise<string> {
  const scan = await findRow<{ id: string }>(
    db,
    sql`insert into scans (project_id, connector_id, cause, state)
        values (${space.projectId}, ${space.plain}, 'asked', 'done') returning id`,
  );
  return scan!.id;
}

async function tell(scanId: string): Promise<{ id: string; state: string }> {
  await keepFindings(
    db,
    { projectId: space.projectId, connectorId: space.plain, scanId, readAs: null },
    [seen],
  );
  const found = await findRow<{ id: string; state: string }>(
    db,
    sql`select id, state from findings where connector_id = ${space.plain}`,
  );
  return found!;
}

test('INTEL-3 what was fixed comes back only by a scan that began after the fix', async () => {
  const before = await queueScan();
  const { id } = await tell(before);
  await db.transaction((tx) => changeState(tx, { id }, { state: 'fixed', by: space.editor.id }));
  expect(await tell(before)).toEqual({ id, state: 'fixed' });
  expect(await tell(await queueScan())).toEqual({ id, state: 'open' });
});
