import qs from 'qs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { eventually } from '#testing/eventually.ts';
import { createGoods, exportOfGoods } from '#testing/export-requests.ts';
import type { TestUser } from '#testing/factories.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

/** What is slow here never ends by itself. */
const SLOW = 'pg_sleep(1000)';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await createGoods(space);
});
afterAll(() => space.stop());

async function expectRunning(count: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await space.database.query<{ running: number }>(
      `select count(*)::int as running from pg_stat_activity
         where state = 'active' and query like '%${SLOW}%' and pid <> pg_backend_pid()`,
    );
    expect(rows[0]?.running).toBe(count);
  });
}

test('SQL-3 eight slow reads of one person leave the connector usable for all others', async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const slow = Array.from({ length: 8 }, () =>
    space.send('GET', { sql: `select ${SLOW}` }, { as: space.viewer, signal }).catch(() => {}),
  );
  await expectRunning(4);
  expect(codeOf(await space.send('GET', { sql: 'select 1' }, { as: space.editor }))).toBe('200');
  leaving.abort();
  await Promise.all(slow);
  await expectRunning(0);
});

test('SQL-5 slow exports of one person keep nobody else from theirs', async () => {
  const keep = async ({ token }: TestUser, source: object) => {
    const destination = { kind: 'kept' };
    const body = exportOfGoods(space, { source, file: { format: 'csv' }, destination });
    const answer = await space.server.send('POST', '/api/exports/v1/exports', { token, body });
    return (answer.json as { id: string }).id;
  };
  const query = qs.stringify({ connector: { id: space.plain } });
  const act = (method: string, path: string) =>
    space.server.send(method, `/api/exports/v1/exports/${path}`, {
      token: space.owner.token,
      query,
    });
  const sql = `select ${SLOW} from goods`;
  const slow: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    slow.push(await keep(space.editor, { kind: 'query', sql, table: undefined }));
  }
  await expectRunning(2);
  const quick = await keep(space.viewer, { columns: ['id'] });
  await eventually(async () =>
    expect((await act('GET', quick)).json).toMatchObject({ state: 'done' }),
  );
  for (const id of slow.toReversed()) await act('POST', `${id}/cancel`);
  await expectRunning(0);
});

test('SQL-3 a database that fell silent is given up, however long its queries may take', async () => {
  const params = { projectId: space.projectId, connectorId: space.plain };
  const body = { settings: { timeoutSeconds: 600 } };
  await space.server.call(connectorRoutes.update, { params, body }, space.owner);
  const asked = space.send('GET', { sql: `select ${SLOW}` });
  await expectRunning(1);
  space.sources.line.freeze();
  expect(codeOf(await asked)).toBe('424 E_UPSTREAM_UNREACHABLE');
  space.sources.line.restore();
});
