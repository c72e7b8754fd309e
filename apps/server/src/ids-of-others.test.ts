import qs from 'qs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { measureChangeRoutes } from '@causeway/contract/assistant/measures.ts';
import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { publicLinkRoutes } from '@causeway/contract/dashboards/links.ts';
import { subscriptionRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { fillPath } from '@causeway/contract/route.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { z } from 'zod';
import type { Operation } from '#platform/operations/operation.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

/** Every operation, asked in a project of one's own for things of another one. */

const space = await startSqlWorkspace();
const { server, projectId, editor, owner, plain: connectorId } = space;
const { db } = server.services;
let thief: TestUser;
let mine: { projectId: string; connectorId: string };
/** Of the other project, by the names paths have for them. */
let ids: Record<string, string>;

beforeAll(async () => {
  thief = await createUser(db);
  const { id } = await createProject(db, { owner: thief }, 'Own');
  const { sqlConnector: body } = space.sources;
  const made = await server.call(
    connectorRoutes.create,
    { params: { projectId: id }, body },
    thief,
  );
  mine = { projectId: id, connectorId: made.id };
  ids = await fillProject();
});
afterAll(() => space.stop());

const idOf = async (made: Promise<{ id: string }>) => (await made).id;

async function fillProject(): Promise<Record<string, string>> {
  await space.run('create table pay (id int primary key, salary int)');
  const flows = createWorkflowRequests(space);
  const note = { kind: 'set' as const, id: 'note', fields: [{ name: 'seen', value: '=1' }] };
  const { id: workflowId } = await flows.published(chain(manual, note));
  const runId = await flows.start({ id: workflowId });
  await flows.until(runId);
  const key = await createKey(server, projectId, editor);
  const known = { connectorId, workflowId, runId, keyId: key.id, userId: editor.id };
  return { ...known, ...(await fillDashboard()), ...(await teach()) };
}

async function fillDashboard() {
  const params = { projectId };
  const query = { connector: { id: connectorId }, name: 'Pay', sql: 'select 1', isShared: true };
  const queryId = await idOf(server.call(queryRoutes.create, { body: query }, editor));
  const tileId = crypto.randomUUID();
  const place = { x: 0, y: 0, w: 6, h: 4, title: '', parameters: [] };
  const tiles = [{ id: tileId, kind: 'number' as const, queryId, ...place }];
  const body = { name: 'Pay', description: '', tiles };
  const dashboardId = await idOf(server.call(dashboardRoutes.create, { params, body }, editor));
  const ofIt = { projectId, dashboardId };
  const condition = { kind: 'threshold' as const, sign: 'above' as const, limit: 1 };
  const alert = { params: ofIt, body: { tileId, name: 'High', condition, every: 5 as const } };
  const mailed = { rhythm: 'daily' as const, minute: 480, recipients: [editor.id] };
  const subscription = { params: ofIt, body: mailed };
  const { link } = await server.call(publicLinkRoutes.create, { params: ofIt, body: {} }, editor);
  return {
    queryId,
    tileId,
    dashboardId,
    alertId: await idOf(server.call(alertRoutes.create, alert, editor)),
    subscriptionId: await idOf(server.call(subscriptionRoutes.create, subscription, editor)),
    linkId: link.id,
  };
}

async function teach() {
  const params = { projectId };
  const said = { connectorId, name: { en: 'Pay', de: '' }, expression: 'sum(salary)' };
  const measure = { params, body: { ...said, schema: 'public', table: 'pay' } };
  const golden = { params, body: { connectorId, question: 'all the pay', sql: 'select 1' } };
  const thread = { params, body: { connectorId } };
  return {
    measureId: await idOf(server.call(measureChangeRoutes.create, measure, editor)),
    goldenId: await idOf(server.call(goldenRoutes.create, golden, editor)),
    threadId: await idOf(server.call(assistantRoutes.create, thread, owner)),
  };
}

type Schema = { [part: string]: unknown; properties?: Record<string, Schema> };

/** Something the schema takes, as plain as can be, with ids of the other project wherever they fit. */
function sampleOf(schema: Schema, name = ''): unknown {
  const { type, enum: known } = schema;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(known)) return known[0];
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'] ?? []) as Schema[];
  if (choice) return sampleOf(choice, name);
  if (type === 'object') return sampleOfParts(schema);
  if ('default' in schema) return schema['default'];
  if (type === 'array')
    return schema['minItems'] ? [sampleOf(schema['items'] as Schema, name)] : [];
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 1;
  if (type === 'boolean') return false;
  return textOf(schema, name);
}

function sampleOfParts({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(([part]) => {
    return part in ids || (required as string[]).includes(part);
  });
  return Object.fromEntries(wanted.map(([part, of]) => [part, sampleOf(of, part)]));
}

function textOf(schema: Schema, name: string): string {
  if (schema['format'] === 'uuid') return ids[name] ?? crypto.randomUUID();
  if (schema['format'] === 'date-time') return new Date().toISOString();
  if (schema['format'] === 'date') return '2026-01-01';
  if (schema['format'] === 'email') return 'somebody@example.test';
  return '1'.padEnd(Number(schema['minLength'] ?? 0), '1');
}

function sampleFor(schema: z.ZodType | undefined): object {
  if (!schema) return {};
  // All of them are objects, none of the schemas just true or false.
  const told = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return sampleOf(told) as object;
}

/** With the token of who owns a project of their own, and is nobody in the other. */
function ask(route: Operation, where: { projectId: string; connectorId: string }) {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const anyOf = (name: string) => (name.endsWith('Id') ? crypto.randomUUID() : '1');
  const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? anyOf(name)]));
  const connector = isAboutConnector(route) ? { connector: { id: where.connectorId } } : {};
  const { projectId: own } = where;
  return server.send(route.method, fillPath(route.path, { ...params, projectId: own }), {
    token: thief.token,
    query: qs.stringify({ ...sampleFor(route.query), ...connector }),
    ...(route.body && !route.takes && { body: { ...sampleFor(route.body), ...connector } }),
  });
}

function isAboutConnector({ access }: Operation): boolean {
  return typeof access === 'object' && access.connector !== undefined;
}

/** Where something else was said than that nothing is there (any more), or a list that has nothing in it. */
async function tellingMore(asked: Operation[], where: { projectId: string; connectorId: string }) {
  const more: string[] = [];
  for (const route of asked) {
    const { status, text } = await ask(route, where);
    if (![404, 410].includes(status) && text !== '[]')
      more.push(`${route.name}: ${status} ${text}`);
  }
  return more;
}

const ofProjects = () =>
  server.app.operations.all().filter(({ access }) => typeof access === 'object');

test('TEAM-2 what is of another project is not there in one’s own, whatever is asked of it', async () => {
  const naming = ofProjects().filter(({ path }) => {
    return [...path.matchAll(/:(\w+)/g)].some(([, name = '']) => name in ids);
  });
  expect(naming.length).toBeGreaterThan(80);
  expect(await tellingMore(naming, mine)).toEqual([]);
});

test('TEAM-2 nor is a database of another project asked anything', async () => {
  const naming = ofProjects().filter((route) => {
    const isNamed = JSON.stringify(sampleFor(route.body)).includes(connectorId);
    return isAboutConnector(route) || isNamed;
  });
  expect(naming.length).toBeGreaterThan(120);
  expect(await tellingMore(naming, { ...mine, connectorId })).toEqual([]);
});
