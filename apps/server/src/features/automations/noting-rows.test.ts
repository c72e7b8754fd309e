import { afterAll, expect, test } from 'vitest';
import {
  type Workflow,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests } from '#testing/workflow-requests.ts';

/** What a workflow puts into somebody's database is in nobody's way there, and in nobody else's hands. */

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const keep = {
  kind: 'set' as const,
  id: 'keep',
  fields: [{ name: 'n', value: '{{ trigger.row.n }}' }],
};

const at = (workflow: Workflow) => ({
  params: { projectId: space.projectId, workflowId: workflow.id, trigger: 'new' },
});

/** A draft that watches a new table, with what it needs put there. */
async function watchNew(table: string) {
  await space.run(`create table ${table} (n int4)`);
  const where = { connectorId: space.plain, table, everySeconds: 1 };
  const draft = await flows.create(chain({ kind: 'rows', id: 'new', ...where }, keep));
  await space.server.call(workflowPublishingRoutes.installWatch, at(draft), space.editor);
  return draft;
}

test('AUTO-2 rows are noted whoever writes them, though they have no rights on the table of changes', async () => {
  const draft = await watchNew('written_by_others');
  const { role } = space.member;
  await space.database.query(
    `grant usage on schema public to ${role}; grant insert on written_by_others to ${role};
     create schema trap; grant usage on schema trap to public;
     create function trap.lower(text) returns text language sql as 'select (1 / 0)::text'`,
  );
  await space.database.query(`set role ${role}; set search_path = trap, pg_catalog, public`);
  await space.database.query('insert into written_by_others values (1)');
  await space.database.query('reset role; set search_path = public; drop schema trap cascade');
  const noted = await space.rowsOf('select watch, "row" from causeway_outbox');
  expect(noted).toEqual([[`${draft.id}:new`, { n: 1 }]]);
});

test('AUTO-2 nobody but its owner can put what notes rows elsewhere, and writing goes on when the table of changes is gone or is not ours', async () => {
  const draft = await watchNew('orphaned');
  const may = await space.rowsOf(
    `select has_function_privilege('${space.member.role}', tgfoid, 'execute')
     from pg_trigger where tgrelid = 'orphaned'::regclass`,
  );
  expect(may).toEqual([[false]]);
  await space.run('drop table causeway_outbox');
  await space.run('insert into orphaned values (1)');
  await space.database.query('create table causeway_outbox (id int check (id > 0))');
  await space.run('insert into orphaned values (2)');
  const { isInstalled } = await space.server.call(
    workflowPublishingRoutes.watchSql,
    at(draft),
    space.editor,
  );
  expect(isInstalled).toBe(false);
  await space.database.query('drop table causeway_outbox');
});

test('AUTO-2 what notes rows by the rights of whoever writes them, from an earlier version, is replaced', async () => {
  const draft = await watchNew('noted_as_before');
  const [[name]] = (await space.rowsOf(
    `select tgfoid::regprocedure::text from pg_trigger
     where tgrelid = 'noted_as_before'::regclass`,
  )) as [[string]];
  await space.database.query(`alter function ${name} security invoker`);
  await flows.publish(draft);
  const isReplaced = `select prosecdef from pg_proc where oid = '${name}'::regprocedure`;
  await eventually(async () => expect(await space.rowsOf(isReplaced)).toEqual([[true]]));
});
