import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRoutes } from '@causeway/contract/runs.ts';
import { eventually } from '#testing/eventually.ts';
import { createGoods, exportOfGoods } from '#testing/export-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await createGoods(space);
});
afterAll(() => space.stop());

const list = (who: { token: string }) =>
  space.server.call(runRoutes.list, { params: { projectId: space.projectId } }, who);

async function startExport(sql: string, token: string): Promise<string> {
  const source = { kind: 'query', sql, name: 'slow' };
  const body = { ...exportOfGoods(space), source, destination: { kind: 'kept' } };
  const made = await space.server.send('POST', '/api/exports/v1/exports', { token, body });
  return (made.json as { id: string }).id;
}

test('SHELL-1 what goes on in a project is one list for its members, with who started it and how it ended', async () => {
  const id = await startExport('select 1 as one', space.viewer.token);
  await eventually(async () => {
    const found = (await list(space.editor)).find(({ subjectId }) => subjectId === id);
    expect(found).toMatchObject({
      kind: 'export',
      title: 'slow.json',
      state: 'ended',
      outcome: 'done',
      startedBy: { id: space.viewer.id },
      mayCancel: false,
    });
  });
  const stranger = await space.server.send('GET', `/api/runs/v1/${space.projectId}`, {
    token: space.stranger.token,
  });
  expect(stranger.status).toBe(404);
});

test('SHELL-1 a run is stopped from the list by who started it, not by another member', async () => {
  const id = await startExport(
    'select pg_sleep(60) from generate_series(1, 9)',
    space.viewer.token,
  );
  const running = async () => {
    const found = (await list(space.viewer)).find(({ subjectId }) => subjectId === id);
    return found!;
  };
  await eventually(async () => expect((await running()).state).toBe('running'));
  const { id: runId } = await running();
  const path = `/api/runs/v1/${space.projectId}/${runId}/cancel`;
  const refused = await space.server.send('POST', path, { token: space.editor.token });
  expect(refused.status).toBe(403);
  expect((await space.server.send('POST', path, { token: space.viewer.token })).status).toBe(200);
  await eventually(async () => expect((await running()).outcome).toBe('cancelled'));
});
