import qs from 'qs';
import { afterAll, expect, test } from 'vitest';
import type { ExportRecord } from '@causeway/contract/exports.ts';
import { runRoutes } from '@causeway/contract/runs.ts';
import { eventually } from '#testing/eventually.ts';
import type { TestUser } from '#testing/factories.ts';
import { startReaderWorkspace } from '#testing/reader-workspace.ts';
import { read } from '#testing/table-requests.ts';

/** A database names values of rows in its errors; they are not for who works as a role for readers. */

const space = await startReaderWorkspace();
const { server, projectId, powerful: connectorId, editor, viewer, reader, setReader } = space;
const params = { projectId };
afterAll(() => space.stop());

test('TEAM-2 why an export of somebody else failed is told by its code alone', async () => {
  const sql = 'select (select name from pay)::int as n';
  const body = {
    connector: { id: connectorId },
    source: { kind: 'query', sql, name: 'pay' },
    file: { format: 'json' },
    destination: { kind: 'kept' },
  };
  const path = '/api/exports/v1/exports';
  const made = await server.send('POST', path, { token: editor.token, body });
  const { id } = read<ExportRecord>(made);
  const query = qs.stringify({ connector: { id: connectorId } });
  const show = (as: TestUser, at: string) => server.send('GET', at, { token: as.token, query });
  await eventually(async () => {
    expect(read<ExportRecord>(await show(editor, `${path}/${id}`)).state).toBe('failed');
  });
  await setReader(reader);
  const told = async (as: TestUser) => [
    (await show(as, `${path}/${id}`)).text,
    (await show(as, path)).text,
    JSON.stringify(await server.call(runRoutes.list, { params }, as)),
  ];
  for (const text of await told(editor)) expect(text).toContain('Grace');
  for (const text of await told(viewer)) {
    expect(text).not.toContain('Grace');
    expect(text).toContain('E_SQL_INVALID_VALUE');
  }
});
