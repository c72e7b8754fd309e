import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { stringifyQuery } from '@causeway/contract/query-string.ts';
import type { StorageJob } from '@causeway/contract/storage/jobs.ts';
import { createImportRequests } from '#testing/import-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
const imports = createImportRequests(space);
afterAll(() => space.stop());

let bucket: string;
beforeAll(async () => {
  const params = { projectId: space.projectId };
  const body = space.sources.s3Connector;
  bucket = (await space.server.call(connectorRoutes.create, { params, body }, space.owner)).id;
  await space.run('create table flow_arrivals (id int4 primary key, name text)');
});

async function put(path: string, body: string): Promise<void> {
  const call = { connector: { id: bucket }, path, body };
  const { token } = space.editor;
  expect((await space.server.send('PUT', '/api/s3/v1', { token, body: call })).status).toBe(200);
}

function importing(key: string) {
  const connector = { id: space.plain };
  const plan = imports.plan({ table: 'flow_arrivals', columns: ['id', 'name'] });
  return chain(
    manual,
    {
      kind: 'operation',
      id: 'begin',
      operation: 'imports.create',
      body: { connector, source: { kind: 'bucket', connectorId: bucket, key } },
    },
    {
      kind: 'operation',
      id: 'write',
      operation: 'imports.run',
      params: { importId: '{{ steps.begin.output.id }}' },
      body: { connector, plan },
    },
    {
      kind: 'query',
      id: 'count',
      connectorId: space.plain,
      sql: 'select count(*)::int as rows from flow_arrivals',
    },
  );
}

test('AUTO-3 a workflow imports a file of a bucket, and what follows finds its rows', async () => {
  await put('in/rows.csv', 'id,name\n1,Ada\n2,Bo\n');
  const run = await flows.until(await flows.start(await flows.published(importing('in/rows.csv'))));
  expect(run).toMatchObject({
    status: 'done',
    steps: [
      { key: 'begin' },
      { output: { state: 'done', result: { inserted: 2 } } },
      { output: { rows: [{ rows: 2 }] } },
    ],
  });
});

test('AUTO-3 an import that refuses its rows fails its step', async () => {
  await put('in/bad.csv', 'id,name\nno number,Ada\n');
  const run = await flows.until(await flows.start(await flows.published(importing('in/bad.csv'))));
  expect(run).toMatchObject({
    status: 'failed',
    error: { step: 'write', message: runMessage('importRefused', { rows: 1 }) },
  });
});

test('AUTO-3 a step that copies files is over when they are there, and fails where one is in the way', async () => {
  await put('copied/from/one.txt', 'x');
  await put('copied/from/two.txt', 'x');
  const workflow = await flows.published(
    chain(
      manual,
      {
        kind: 'operation',
        id: 'copy',
        operation: 'storageJobs.transfer',
        body: {
          connector: { id: bucket },
          kind: 'copy',
          items: [{ from: 'copied/from/', to: 'copied/to/' }],
        },
      },
      { kind: 'object', id: 'list', connectorId: bucket, action: 'list', path: 'copied/to/' },
    ),
  );
  const run = await flows.until(await flows.start(workflow));
  expect(run).toMatchObject({
    status: 'done',
    steps: [
      { output: { state: 'done', done: 2 } },
      { output: { items: [{ name: 'one.txt' }, { name: 'two.txt' }] } },
    ],
  });
  const again = await flows.until(await flows.start(workflow));
  expect(again).toMatchObject({ status: 'failed', error: { step: 'copy' } });
  expect(again.error?.message).toContain('Of 2 files 2 failed. copied/from/one.txt: ');
});

test('AUTO-3 AUTO-4 a step whose job failed begins another when it is tried again', async () => {
  await put('again/from/one.txt', 'x');
  await put('again/to/one.txt', 'in the way');
  const copy = {
    kind: 'operation' as const,
    id: 'copy',
    operation: 'storageJobs.transfer',
    retry: { times: 2, seconds: 0 },
    body: {
      connector: { id: bucket },
      kind: 'copy',
      items: [{ from: 'again/from/', to: 'again/to/' }],
    },
  };
  const run = await flows.until(await flows.start(await flows.published(chain(manual, copy))));
  expect(run).toMatchObject({ status: 'failed', steps: [{ key: 'copy', attempt: 3 }] });
  const list = `/api/s3/v1/jobs?${stringifyQuery({ connector: { id: bucket } })}`;
  const { json } = await space.server.send('GET', list, { token: space.editor.token });
  const begun = (json as StorageJob[]).filter(({ paths }) => paths.includes('again/from/'));
  expect(begun.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
});

test('AUTO-3 a step that asks for the index of a bucket is over when the bucket is known', async () => {
  await put('known/only.txt', 'x');
  const workflow = await flows.published(
    chain(
      manual,
      {
        kind: 'operation',
        id: 'know',
        operation: 'bucketIndex.refresh',
        body: { connector: { id: bucket }, olderThanMinutes: 0 },
      },
      {
        kind: 'operation',
        id: 'find',
        operation: 'bucketIndex.search',
        query: { connector: { id: bucket }, text: 'known/only' },
      },
    ),
  );
  const run = await flows.until(await flows.start(workflow));
  expect(run).toMatchObject({
    status: 'done',
    steps: [{ output: { state: 'ready' } }, { output: { items: [{ name: 'only.txt' }] } }],
  });
});
