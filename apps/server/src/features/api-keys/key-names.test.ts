import { beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { fillPath } from '@causeway/contract/route.ts';
import { runRoutes } from '@causeway/contract/runs.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import { queryRoutes, type QueryUse } from '@causeway/contract/sql/queries.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { makeKey, ofProject, space, startKeySpace } from '#testing/key-space.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

/** What one area names of the others: a key is told of nothing that it could not look at. */

startKeySpace();

let queryId: string;
beforeAll(async () => {
  const { server, editor, projectId, plain: connectorId } = space;
  await space.run('create table deals (id int primary key, worth int)');
  const query = { connector: { id: connectorId }, name: 'Worth', sql: 'select worth from deals' };
  const saved = await server.call(
    queryRoutes.create,
    { body: { ...query, isShared: true } },
    editor,
  );
  queryId = saved.id;
  const made = { ...ofProject(), body: { name: 'Board of directors' } };
  const { id: dashboardId } = await server.call(dashboardRoutes.create, made, editor);
  const tile = { kind: 'number' as const, title: 'Secret number', queryId, parameters: [] };
  const params = { projectId, dashboardId };
  await server.call(dashboardRoutes.addTile, { params, body: { tile } }, editor);
  const step = { kind: 'query' as const, id: 'read', connectorId, sql: 'select worth from deals' };
  const flows = createWorkflowRequests({ server, projectId, editor });
  await flows.published(chain(manual, step), 'Buyout');
});

const keyOf = (...scopes: Scope[]) => makeKey(space.editor, { scopes });

test('TEAM-6 what a change of a table would break is named to a key as far as its scopes reach', async () => {
  const changes = [{ kind: 'table-gone' as const }];
  const body = { connectorId: space.plain, schema: 'public', table: 'deals', changes };
  const foresee = async (who: { token: string }) => {
    const seen = await space.server.call(
      intelligenceRoutes.impact,
      { ...ofProject(), body },
      { token: who.token },
    );
    return [seen.total, ...seen.uses.map(({ kind }) => kind).toSorted()];
  };
  expect(await foresee(space.editor)).toEqual([3, 'query', 'tile', 'workflow']);
  expect(await foresee(await keyOf('data:read'))).toEqual([0]);
  expect(await foresee(await keyOf('data:read', 'workflows:read'))).toEqual([1, 'workflow']);
  const two = await keyOf('data:write', `queries:read@${space.plain}`, 'dashboards:read');
  expect(await foresee(two)).toEqual([2, 'query', 'tile']);
});

test('TEAM-6 where a query is used is told to a key that reads dashboards', async () => {
  const uses = async (who: { token: string }) => {
    const { json } = await space.server.send('GET', fillPath(queryRoutes.uses.path, { queryId }), {
      token: who.token,
      query: `connector[id]=${space.plain}`,
    });
    return (json as QueryUse[]).map(({ name }) => name);
  };
  const named = ['Board of directors · Secret number'];
  expect(await uses(space.viewer)).toEqual(named);
  expect(await uses(await keyOf('queries:read'))).toEqual([]);
  expect(await uses(await keyOf('queries:read', 'dashboards:read'))).toEqual(named);
});

test('TEAM-6 a key that knows connectors is told neither what needs them nor what they lead to', async () => {
  const { server, owner, projectId, plain: connectorId } = space;
  const params = { projectId, connectorId };
  const token = await makeKey(owner, { scopes: ['connectors:read'] });
  const more = await makeKey(owner, {
    scopes: ['connectors:read', 'data:read', 'dashboards:read'],
  });
  const kinds = async (who: { token: string }) => {
    const found = await server.call(connectorRoutes.dependents, { params }, { token: who.token });
    return [...new Set(found.map(({ kind }) => kind))];
  };
  expect(await kinds(token)).toEqual([]);
  expect(await kinds(more)).toEqual(['tile']);
  const resources = { params, query: {} };
  const refused = await server.refuse(connectorRoutes.resources, resources, token);
  expect(refused).toMatchObject({ code: 'E_SCOPE_MISSING', details: { scope: 'data:read' } });
  expect(await server.refuse(connectorRoutes.visit, { params }, token)).toMatchObject({
    code: 'E_SCOPE_MISSING',
  });
  await server.call(connectorRoutes.resources, resources, { token: more.token });
});

test('TEAM-6 a key that knows the project is told that work goes on, and not what it is called', async () => {
  const { server, editor, projectId, plain } = space;
  await changeRows(
    server.services.db,
    sql`insert into runs (kind, subject_id, project_id, connector_id, user_id, title, state, ended_at)
        values ('import', gen_random_uuid(), ${projectId}, ${plain}, ${editor.id}, 'salaries.csv',
          'ended', now())`,
  );
  const titles = async (who: { token: string }) => {
    const runs = await server.call(runRoutes.list, ofProject(), { token: who.token });
    return runs.filter(({ kind }) => kind === 'import').map(({ title }) => title);
  };
  expect(await titles(await keyOf('project:read'))).toEqual(['']);
  expect(await titles(await keyOf('project:read', 'data:read'))).toEqual(['salaries.csv']);
  const call = { params: { projectId, userId: editor.id } };
  const belongings = async (who: { token: string }) => {
    const owned = await server.call(memberRoutes.belongings, call, { token: who.token });
    return [...new Set(owned.map(({ kind }) => kind))];
  };
  expect(await belongings(editor)).toEqual(expect.arrayContaining(['key', 'workflow']));
  expect(await belongings(await keyOf('members:read'))).toEqual([]);
  expect(await belongings(await keyOf('members:read', 'workflows:read'))).toEqual(['workflow']);
});
