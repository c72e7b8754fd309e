import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { workflowRunRoutes } from '@causeway/contract/automations/runs.ts';
import {
  workflowPublishingRoutes,
  workflowRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { TestUser } from '#testing/factories.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';
import { onServer } from '#testing/test-database.ts';
import { withholdError } from './withheld.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

/** A workflow reads with the rights of who published it; who looks at its runs may have fewer. */

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
const reader = `reads_${crypto.randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  await onServer(`create role ${reader}`);
  await space.run('create table pay (name text, salary int)');
  await space.run(`insert into pay values ('Grace', 424242)`);
});
afterAll(async () => {
  await space.stop();
  await onServer(`drop role ${reader}`);
});

async function setReader(readerRole: string | null) {
  const path = `/api/connectors/v1/${space.projectId}/${space.powerful}`;
  const body = { settings: { readerRole } };
  read(await space.server.send('PATCH', path, { token: space.owner.token, body }));
}

const params = { projectId: space.projectId };
const query = (sql: string) => ({
  kind: 'query' as const,
  id: 'read',
  connectorId: space.plain,
  sql,
});
const show = (runId: string, as: TestUser) =>
  space.server.call(workflowRunRoutes.show, { params: { ...params, runId } }, as);

test('TEAM-2 where a role for readers is named, viewers see how a run went and none of its values', async () => {
  const workflow = await flows.published(chain(manual, query('select * from pay')));
  const runId = await flows.start(workflow, { asked: 'Ada' });
  await flows.until(runId);
  expect(JSON.stringify(await show(runId, space.viewer))).toContain('424242');
  await setReader(reader);
  const seen = await show(runId, space.viewer);
  expect(JSON.stringify(seen)).not.toMatch(/424242|Grace|Ada/);
  expect(seen).toMatchObject({ status: 'done', isWithheld: true });
  expect(seen.steps.map(({ key, status }) => [key, status])).toEqual([['read', 'done']]);
  const skipped = { error: { message: runMessage('skipped'), code: null, step: null } };
  expect(withholdError(skipped)).toEqual(skipped);
  const whole = await show(runId, space.editor);
  expect(whole.isWithheld).toBe(false);
  expect(JSON.stringify(whole)).toContain('424242');
});

test('TEAM-2 nor what the database said of rows, in a list, in a run or by a search', async () => {
  const workflow = await flows.published(
    chain(manual, query('select (select name from pay)::int')),
  );
  const runId = await flows.start(workflow);
  expect((await flows.until(runId)).error?.message).toContain('Grace');
  const list = (as: TestUser) =>
    space.server.call(workflowRunRoutes.list, { params, query: { status: 'failed' } }, as);
  expect(JSON.stringify(await list(space.editor))).toContain('Grace');
  expect(JSON.stringify(await list(space.viewer))).not.toContain('Grace');
  expect(JSON.stringify(await show(runId, space.viewer))).not.toContain('Grace');
  const overview = await space.server.call(workflowRunRoutes.overview, { params }, space.viewer);
  expect(overview.failures).toHaveLength(1);
  expect(JSON.stringify(overview)).not.toContain('Grace');
  const searched = (as: TestUser) =>
    space.server.send('GET', `/api/workflows/v1/${space.projectId}/runs`, {
      token: as.token,
      query: 'search=Grace',
    });
  expect(codeOf(await searched(space.viewer))).toBe('403 E_FORBIDDEN');
  expect(read(await searched(space.editor))).toMatchObject({ items: [{ id: runId }] });
});

test('TEAM-2 nor the samples that its author kept of steps', async () => {
  const workflow = await flows.create(chain(manual, query('select * from pay')));
  const where = { ...params, workflowId: workflow.id };
  const { draftVersion, definition } = workflow;
  const samples = { read: { rows: [['Grace']] } };
  const body = { draftVersion, definition, samples };
  await space.server.call(workflowRoutes.saveDraft, { params: where, body }, space.editor);
  const samplesFor = async (as: TestUser) =>
    (await space.server.call(workflowRoutes.show, { params: where }, as)).samples;
  expect(await samplesFor(space.editor)).toEqual(samples);
  expect(await samplesFor(space.viewer)).toEqual({});
});

test('TEAM-2 nor what the database said as rows were watched', async () => {
  const { db } = space.server.services;
  const workflow = await flows.published(chain(manual, query('select 1')));
  await changeRows(
    db,
    sql`insert into workflow_watches (workflow_id, trigger_id, project_id, place, every_seconds,
          next_at, error)
        values (${workflow.id}, 'rows', ${space.projectId}, '', 60, now() + interval '1 day',
          'invalid input syntax for type integer: "Grace"')`,
  );
  const told = async (as: TestUser) => {
    const call = { params: { ...params, workflowId: workflow.id } };
    return JSON.stringify(await space.server.call(workflowPublishingRoutes.watches, call, as));
  };
  expect(await told(space.editor)).toContain('Grace');
  expect(await told(space.viewer)).not.toContain('Grace');
});
