import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { type TemplateKey, templateKeys } from '@causeway/contract/automations/template-choices.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  chain,
  createWorkflowRequests,
  manual,
  type WorkflowRequests,
} from '#testing/workflow-requests.ts';

let space: SqlWorkspace;
let flows: WorkflowRequests;
let bucketId: string;
let workflowId: string;

const elsewhere = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end('[{"id": 3, "email": "c@d"}]');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  space = await startSqlWorkspace({ EGRESS_ALLOW_HTTP: `127.0.0.1:${portOf(elsewhere)}` });
  flows = createWorkflowRequests(space);
  await space.run(`create table people (id int8 primary key, email text,
    created_at timestamptz default now() - interval '1 year')`);
  await space.run(`insert into people (id, email) values (1, 'a@b'), (2, 'a@b')`);
  const made = await space.server.call(
    connectorRoutes.create,
    { params: { projectId: space.projectId }, body: space.sources.s3Connector },
    space.owner,
  );
  bucketId = made.id;
  workflowId = (await flows.published(chain(manual))).id;
  await space.server.send('PUT', '/api/s3/v1', {
    token: space.editor.token,
    body: { connector: { id: bucketId }, path: 'incoming/a.csv', body: 'id,email\n7,x@y\n' },
  });
});
afterAll(async () => {
  elsewhere.close();
  await space.stop();
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** What each is started with, where its trigger brings something. */
const inputs: Partial<Record<TemplateKey, unknown>> = {
  'file-to-table': { path: 'incoming/a.csv' },
  'webhook-to-table': { body: { id: 4, email: 'e@f' } },
  'new-row-mail': { row: { id: 1 } },
  'failure-digest': { error: 'It broke', step: 'find' },
};
const columns: Partial<Record<TemplateKey, string>> = { 'duplicate-check': 'email' };

test.each(templateKeys)(
  'AUTO-5 the template %s is filled in, published and does its work',
  async (template) => {
    const choices = {
      databaseId: space.plain,
      bucketId,
      table: 'people',
      column: columns[template] ?? 'created_at',
      keys: ['id'],
      to: space.editor.email,
      workflowId,
      url: `http://127.0.0.1:${portOf(elsewhere)}/`,
    };
    const draft = await space.server.call(
      workflowRoutes.create,
      { params: { projectId: space.projectId }, body: { name: template, template, choices } },
      space.editor,
    );
    expect(draft.problems).toEqual([]);
    const workflow = await flows.publish(draft);
    const runId = await flows.start(workflow, inputs[template] ?? {});
    const run = await flows.until(
      runId,
      ({ endedAt, status }) => endedAt !== null || status === 'waiting',
    );
    expect(run.error).toBe(null);
    const expected = template === 'clean-with-approval' ? 'waiting' : 'done';
    expect(run).toMatchObject({ status: expected });
    expect(run.steps.length).toBeGreaterThan(0);
  },
);

test('AUTO-5 the step that asks for an export is over when its file is there', async () => {
  const path = 'exports/people.parquet';
  const listed = await space.server.send('GET', '/api/s3/v1', {
    token: space.editor.token,
    query: `connector[id]=${bucketId}&path=exports/`,
  });
  expect(listed.text).toContain(path.split('/')[1]);
});
