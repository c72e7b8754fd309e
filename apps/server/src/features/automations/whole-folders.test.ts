import { afterAll, expect, test } from 'vitest';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { workflowPublishingRoutes } from '@causeway/contract/automations/workflows.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { eventually } from '#testing/eventually.ts';
import { startStorageWorkspace, storeKinds } from '#testing/storage-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startStorageWorkspace({ store: storeKinds[1]! });
const { server, projectId, connectorId, people } = space;
const { editor } = people;
const flows = createWorkflowRequests({ server, projectId, editor });
afterAll(() => space.stop());

async function storeAll(paths: string[]): Promise<void> {
  const waiting = paths.values();
  const lane = async () => {
    for (const path of waiting) await space.store(path, 'x');
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

const numbered = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}${String(index).padStart(5, '0')}.txt`);

async function watch(prefix: string, more: object = {}) {
  const workflow = await flows.published(
    chain(
      { kind: 'objects', id: 'new', connectorId, prefix, everySeconds: 5, ...more },
      { kind: 'set', id: 'keep', fields: [{ name: 'n', value: '{{ trigger.path }}' }] },
    ),
  );
  const read = async () => {
    const params = { projectId, workflowId: workflow.id };
    return (await server.call(workflowPublishingRoutes.watches, { params }, editor))[0];
  };
  await eventually(async () => expect((await read())?.lookedAt).toBeTruthy());
  return { read, paths: () => pathsOf(workflow.id) };
}

async function pathsOf(workflowId: string): Promise<unknown[]> {
  const runs = await flows.runs({ workflowId, status: 'done' });
  const whole = await Promise.all(runs.map(({ id }) => flows.show(id)));
  return whole.map(({ steps }) => (steps[0]?.output as { n: unknown } | undefined)?.n).toSorted();
}

test('AUTO-2 a file in a folder within the watched one starts a run where that is wished, and only there', async () => {
  await space.store('deep/old/one.csv', 'x');
  const below = await watch('deep/', { below: true, pattern: '*.csv' });
  const beside = await watch('deep/', { pattern: '*.csv' });
  await storeAll(['deep/two.csv', 'deep/a/b/three.csv', 'deep/a/b/three.txt', 'other/four.csv']);
  await eventually(async () => {
    expect(await below.paths()).toEqual(['deep/a/b/three.csv', 'deep/two.csv']);
    expect(await beside.paths()).toEqual(['deep/two.csv']);
  });
});

test('AUTO-2 what lies in the trash starts nothing, also where a whole bucket is watched', async () => {
  await space.store(`${TRASH_FOLDER}somebody/gone.txt`, 'x');
  const { items } = await space.call(storageRoutes.list, { query: { depth: 'all' } });
  expect(items.filter(({ path }) => path.startsWith(TRASH_FOLDER))).toEqual([]);
});

test('AUTO-2 all below a folder is listed in its plain order only, page by page', async () => {
  const first = await space.call(storageRoutes.list, {
    query: { path: 'deep/', depth: 'all', limit: 2 },
  });
  expect(first.items.map(({ path }) => path)).toEqual(['deep/a/b/three.csv', 'deep/a/b/three.txt']);
  const refused = await server.send(
    'GET',
    `/api/s3/v1/list?connector[id]=${connectorId}&path=deep/&depth=all&order=date`,
    { token: editor.token },
  );
  expect(refused.json).toMatchObject({ code: 'E_VALIDATION' });
});

test('AUTO-3 a step lists a whole folder, and one that had to be cut says so', async () => {
  await storeAll(numbered('many/', 1_005));
  await space.store('many/zz/inside.txt', 'x');
  const listing = { kind: 'object', id: 'list', connectorId, action: 'list' } as const;
  const workflow = await flows.published(
    chain(
      manual,
      { ...listing, path: '{{ trigger.folder }}' },
      {
        kind: 'aggregate',
        id: 'count',
        items: '{{ steps.list.output.items }}',
        measures: [{ name: 'entries', summary: 'count' }],
      },
    ),
  );
  const run = await flows.until(await flows.start(workflow, { folder: 'many/' }));
  expect(run.steps[1]?.output).toEqual([{ entries: 1_006 }]);
  expect(run.steps[0]?.logs).toEqual([]);
  // So long in an address that fewer of them are kept.
  const folder = `${'ü'.repeat(450)}/`;
  await storeAll(numbered(folder, 1_005));
  const cut = await flows.until(await flows.start(workflow, { folder }));
  expect(cut.status).toBe('done');
  expect(cut.steps[0]?.logs).toEqual([runMessage('entriesCut', { entries: 1_000 })]);
});
