import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import type { RouteAnswer } from '@causeway/contract/route.ts';
import type { ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import type { Connector } from '@causeway/contract/connectors/connectors.ts';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import type { SampleProgress } from '@causeway/contract/sample.ts';
import type { SavedView } from '@causeway/contract/tables/saved-views.ts';
import { readDefinition } from '@causeway/contract/tables/view.ts';
import { eventually } from '#testing/eventually.ts';
import { launchServer, type ServerProcess } from '#testing/server-process.ts';

type ThreadList = RouteAnswer<typeof assistantRoutes.list>;
type ThreadShown = RouteAnswer<typeof assistantRoutes.show>;

/** The product as a new person starts it, with a sample small enough for a test. */
let server: ServerProcess;
let token: string;
let projectId: string;

const folder = await mkdtemp(join(tmpdir(), 'causeway-sample-'));
/** Seconds on most machines; one that does much else takes minutes. */
const FILLED_WITHIN_MS = 280_000;
const settings = { DATA_DIR: folder, SAMPLE_SCALE: '0.002' };
beforeAll(async () => {
  server = await launchServer(settings);
  await signIn();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(): Promise<void> {
  const body = { email: 'demo@causeway.test', password: 'causeway-demo' };
  const { json } = await server.send('POST', '/auth/login', { body });
  ({ token } = json as { token: string });
  const projects = (await server.send('GET', '/projects', { token })).json as { id: string }[];
  projectId = projects[0]!.id;
}

async function read<Answer>(path: string, method = 'GET'): Promise<Answer> {
  return (await server.send(method, path, { token })).json as Answer;
}

async function waitUntilFilled(): Promise<void> {
  await eventually(async () => {
    const { state } = await read<SampleProgress>(`/api/sample/v1/${projectId}`);
    expect(state).toBe('ready');
  }, FILLED_WITHIN_MS);
}

test('CONN-1 the demo account owns a workspace with a database and a bucket from the first moment', async () => {
  const connectors = await read<Connector[]>(`/api/connectors/v1/${projectId}`);
  expect(connectors.map(({ name, implementation }) => [name, implementation])).toEqual([
    ['Shop', 'sql'],
    ['Media', 's3'],
  ]);
});

test('both connectors pass every step of their test, and hold something once they are filled', async () => {
  await waitUntilFilled();
  for (const { id } of await read<Connector[]>(`/api/connectors/v1/${projectId}`)) {
    const path = `/api/connectors/v1/${projectId}/${id}`;
    expect(await read<ConnectorCheck>(`${path}/test`, 'POST')).toMatchObject({ ok: true });
    const { items } = await read<{ items: { name: string }[] }>(`${path}/resources`);
    expect(items.length).toBeGreaterThan(5);
  }
});

test('the sample’s dashboards show something on every tile once the shop is filled', async () => {
  await waitUntilFilled();
  const base = `/api/dashboards/v1/${projectId}`;
  const dashboards = await read<DashboardSummary[]>(base);
  expect(dashboards.map(({ name }) => name)).toEqual(['Sales at a glance', 'Support']);
  for (const { id } of dashboards) {
    const { queries } = await read<Dashboard>(`${base}/${id}`);
    expect(queries.length).toBeGreaterThan(4);
    for (const query of queries) {
      if (query.state !== 'ready') throw new Error(`${query.id} is ${query.state}`);
      const body = { connector: { id: query.connectorId } };
      const path = `/api/queries/v1/queries/${query.id}/run`;
      const { json, status } = await server.send('POST', path, { token, body });
      expect([query.name, status]).toEqual([query.name, 200]);
      expect((json as QueryRows).fields.length).toBeGreaterThan(0);
    }
  }
});

test('a conversation with the built-in assistant is there, with what it found in the shop', async () => {
  await waitUntilFilled();
  const base = `/api/assistant/v1/${projectId}/threads`;
  await eventually(async () => {
    const { threads } = await read<ThreadList>(base);
    const [thread] = threads;
    expect(thread).toMatchObject({ title: 'Top 5 products by revenue', isMine: true });
    const { messages } = await read<ThreadShown>(`${base}/${thread!.id}`);
    expect(messages.map(({ role, state }) => [role, state])).toEqual([
      ['person', 'done'],
      ['assistant', 'done'],
      ['person', 'done'],
      ['assistant', 'done'],
    ]);
    const answers = messages.filter(({ role }) => role === 'assistant');
    for (const { parts } of answers) {
      expect(parts.map(({ type }) => type)).toContain('artifact');
      expect(parts.map(({ type }) => type)).not.toContain('error');
    }
    // Who asked has left again.
    expect(await read('/api/account/v1/sessions')).toHaveLength(1);
  });
});

test('SET-4 the shop comes with ways to look at its orders and products that everybody finds', async () => {
  const [shop] = await read<Connector[]>(`/api/connectors/v1/${projectId}`);
  const list = async (table: string) => {
    const path = `/api/tables/v1/tables/${table}/views?connector[id]=${shop!.id}`;
    const { views } = await read<{ views: SavedView[] }>(path);
    return views.map(({ name, isShared, definition }) => {
      return [name, isShared, readDefinition(definition).mode];
    });
  };
  expect(await list('orders')).toEqual([
    ['Orders by day', true, 'calendar'],
    ['Orders by status', true, 'board'],
  ]);
  expect(await list('products')).toEqual([['Catalogue', true, 'cards']]);
});

test('the shop’s role reaches its own database and nothing else of the product', async () => {
  await waitUntilFilled();
  const [shop] = await read<Connector[]>(`/api/connectors/v1/${projectId}`);
  const report = await read<{ findings: { code: string }[] }>(
    `/api/connectors/v1/${projectId}/${shop!.id}/safety`,
  );
  expect(report.findings.map(({ code }) => code)).toEqual(['writes-tables']);
  const moved = await server.send('PATCH', `/api/connectors/v1/${projectId}/${shop!.id}`, {
    token,
    body: { config: { database: 'causeway' }, secrets: { password: 'any' } },
  });
  expect(moved.status).toBe(200);
  const check = await read<ConnectorCheck>(
    `/api/connectors/v1/${projectId}/${shop!.id}/test`,
    'POST',
  );
  expect(check.steps[0]).toMatchObject({ step: 'dns', outcome: 'failed' });
});

test('after another start the workspace is the same, and what was deleted stays deleted', async () => {
  await waitUntilFilled();
  const before = await read<Connector[]>(`/api/connectors/v1/${projectId}`);
  await server.send('DELETE', `/api/connectors/v1/${projectId}/${before[0]!.id}`, { token });
  await server.stop();
  server = await launchServer(settings);
  await signIn();
  const after = await read<Connector[]>(`/api/connectors/v1/${projectId}`);
  expect(after.map(({ id }) => id)).toEqual([before[1]!.id]);
  const path = `/api/connectors/v1/${projectId}/${after[0]!.id}/test`;
  expect(await read<ConnectorCheck>(path, 'POST')).toMatchObject({ ok: true });
});
