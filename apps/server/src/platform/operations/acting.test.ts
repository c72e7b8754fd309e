import { afterAll, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
afterAll(() => space.stop());

/** A run of a workflow that somebody published. */
function workflowOf(person: { id: string }, scopes?: readonly Scope[]) {
  const ref = `workflow:${crypto.randomUUID()}`;
  const identity = { kind: 'workflow' as const, ref, onBehalfOf: person.id };
  return space.server.app.actAs({ ...identity, ...(scopes && { scopes }) });
}

const dashboard = () => ({
  params: { projectId: space.projectId },
  body: { name: 'By a workflow', description: '', tiles: [] },
});

async function codeOfRefusal(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => new Error('not refused'),
    (reason: unknown) => reason,
  );
  return error instanceof Failure ? error.code : String(error);
}

test('TEAM-7 what acts for a person does what they may, and the log names both', async () => {
  const made = await workflowOf(space.editor).call(dashboardRoutes.create, dashboard());
  expect(made.name).toBe('By a workflow');
  const { items } = await space.server.call(
    auditRoutes.list,
    { params: { projectId: space.projectId }, query: {} },
    space.owner,
  );
  expect(items.find(({ target }) => target === made.id)).toMatchObject({
    action: 'dashboard.created',
    actor: { id: space.editor.id },
    actorKind: 'workflow',
  });
});

test('TEAM-2 it may never do more than the person behind it may now', async () => {
  const asViewer = workflowOf(space.viewer).call(dashboardRoutes.create, dashboard());
  expect(await codeOfRefusal(asViewer)).toBe('E_FORBIDDEN');
  const asStranger = workflowOf(space.stranger).call(dashboardRoutes.create, dashboard());
  expect(await codeOfRefusal(asStranger)).toBe('E_PROJECT_NOT_FOUND');
});

test('TEAM-2 a role that is taken away is gone from its next call on', async () => {
  const workflow = workflowOf(space.editor);
  const change = (role: 'viewer' | 'editor') => {
    const params = { projectId: space.projectId, userId: space.editor.id };
    return space.server.call(memberRoutes.changeRole, { params, body: { role } }, space.owner);
  };
  await workflow.call(dashboardRoutes.create, dashboard());
  await change('viewer');
  expect(await codeOfRefusal(workflow.call(dashboardRoutes.create, dashboard()))).toBe(
    'E_FORBIDDEN',
  );
  await change('editor');
  await workflow.call(dashboardRoutes.create, dashboard());
});

test('TEAM-6 scopes narrow it further: read does not write, one area is not another', async () => {
  const list = { params: { projectId: space.projectId } };
  const reader = workflowOf(space.owner, ['dashboards:read']);
  await reader.call(dashboardRoutes.list, list);
  const refusals = [
    reader.call(dashboardRoutes.create, dashboard()),
    reader.call(memberRoutes.list, list),
    reader.call(memberRoutes.leave, list),
  ].map(codeOfRefusal);
  expect(await Promise.all(refusals)).toEqual([
    'E_SCOPE_MISSING',
    'E_SCOPE_MISSING',
    'E_FORBIDDEN',
  ]);
});

test('TEAM-6 a scope of one connector opens no other', async () => {
  const request = { body: { sql: 'select 1 as one', connector: { id: space.plain } } };
  const own = workflowOf(space.editor, [`data:read@${space.plain}`]);
  expect((await own.call(sqlRoutes.read, request)).rows).toEqual([[1]]);
  const other = workflowOf(space.editor, [`data:read@${crypto.randomUUID()}`]);
  expect(await codeOfRefusal(other.call(sqlRoutes.read, request))).toBe('E_SCOPE_MISSING');
});

test('CALL-3 a step that is tried again under its key happens once', async () => {
  const workflow = workflowOf(space.editor);
  const options = { idempotencyKey: `run:${crypto.randomUUID()}` };
  const [first, second] = [
    await workflow.call(dashboardRoutes.create, dashboard(), options),
    await workflow.call(dashboardRoutes.create, dashboard(), options),
  ];
  expect(second.id).toBe(first.id);
});

test('CALL-3 whoever acts for somebody is not handed that person’s remembered answers', async () => {
  const idempotencyKey = `shared:${crypto.randomUUID()}`;
  const body = dashboard();
  const own = await space.server.call(dashboardRoutes.create, body, {
    ...space.editor,
    key: idempotencyKey,
  });
  const made = await workflowOf(space.editor).call(dashboardRoutes.create, body, {
    idempotencyKey,
  });
  expect(made.id).not.toBe(own.id);
});
