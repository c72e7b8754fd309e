import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunDetails } from '@causeway/contract/automations/run-shapes.ts';
import { nodeSchemas } from '@causeway/contract/automations/nodes.ts';
import { everyKind, startHeldSteps } from '#testing/held-steps.ts';
import { listenTo } from '#testing/listen.ts';
import {
  launchServer,
  listPostgres,
  logIn,
  makeDataDirectory,
  type ServerProcess,
  waitFor,
} from '#testing/server-process.ts';
import { createTestDatabase } from '#testing/test-database.ts';

/** Two instances that know nothing of each other but the database. */
let one: ServerProcess;
let two: ServerProcess;

const database = await createTestDatabase();
const held = await startHeldSteps(database.url);
const folders = [await makeDataDirectory(), await makeDataDirectory()];
beforeAll(async () => {
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'one key that both instances have in common',
    DEFAULT_PLAN: 'business',
    ...held.settings,
  };
  [one, two] = (await Promise.all(
    folders.map((folder) => launchServer({ ...settings, DATA_DIR: folder.path })),
  )) as [ServerProcess, ServerProcess];
});

afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  for (const folder of folders) await folder.remove();
  await held.stop();
  await database.drop();
});

test('with DATABASE_URL the given server is used and no Postgres is started', async () => {
  for (const folder of folders) expect(await listPostgres(folder.path)).toEqual([]);
  const token = await logIn(one);
  expect(await one.send('GET', '/user', { token })).toMatchObject({ status: 200 });
});

test('SESS-1 who signed in on one instance is signed in on the other', async () => {
  const token = await logIn(one);
  expect((await two.send('GET', '/user', { token })).json).toMatchObject({
    email: 'demo@causeway.test',
  });
});

test('SESS-2 who signs out on one instance is signed out on the other, streams included', async () => {
  const token = await logIn(one);
  const heard = await listenTo(two.url, token);
  await waitFor('the stream', async () => heard.events.includes('ready'));
  await one.send('POST', '/auth/logout', { token });
  expect((await two.send('GET', '/user', { token })).json).toMatchObject({
    code: 'E_INVALID_API_TOKEN',
  });
  await waitFor('the end of the stream', async () => heard.closed);
});

test('SESS-6 a setting changed on one instance is announced to a tab on the other', async () => {
  const token = await logIn(one);
  const heard = await listenTo(two.url, token);
  await waitFor('the stream', async () => heard.events.includes('ready'));
  await one.send('PATCH', '/user', { token, body: { settings: { theme: 'dark' } } });
  await waitFor('the event', async () => heard.events.includes('user.changed'));
  expect((await two.send('GET', '/user', { token })).json).toMatchObject({
    settings: { theme: 'dark' },
  });
  heard.leave();
});

test('CALL-3 a write repeated on the other instance with the same key happens once', async () => {
  const token = await logIn(one);
  const request = { token, key: 'same-key-on-both', body: { name: 'Made once' } };
  const answers = await Promise.all(
    [one, two, one, two].map((instance) => instance.send('POST', '/api/projects/v1', request)),
  );
  const texts = new Set(answers.map((answer) => answer.text));
  expect(texts.size).toBe(1);
  const projects = (await two.send('GET', '/projects', { token })).json as { name: string }[];
  expect(projects.filter((project) => project.name === 'Made once')).toHaveLength(1);
});

type Made = { id: string; draftVersion: number };

/** The first project of the demo, by way of the second instance. */
async function openProject() {
  const token = await logIn(two);
  const send = async <Result>(method: string, path: string, body?: object) => {
    const answer = await two.send(method, path, { token, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.json as Result;
  };
  const [project] = await send<{ id: string }[]>('GET', '/projects');
  const base = `/api/workflows/v1/${project?.id}`;
  const publish = async ({ id, draftVersion }: Made) => {
    await send('POST', `${base}/workflows/${id}/publish`, { draftVersion });
    return id;
  };
  const create = (name: string, definition: object) =>
    send<Made>('POST', `${base}/workflows`, { name, definition });
  return { token, projectId: project?.id, send, base, publish, create };
}

async function openEveryKind() {
  const opened = await openProject();
  const { projectId, send, publish, create } = opened;
  const connect = async (body: object) =>
    (await send<Made>('POST', `/api/connectors/v1/${projectId}`, body)).id;
  const ids = {
    sql: await connect(held.connectors.sql),
    bucket: await connect(held.connectors.s3),
    url: held.url,
    child: await publish(
      await create('A part of it', {
        triggers: [{ kind: 'manual', id: 'start' }],
        nodes: [{ kind: 'http', id: 'call', url: held.url }],
        edges: [{ from: 'start', port: 'out', to: 'call' }],
      }),
    ),
  };
  const definition = everyKind(ids);
  const workflow = await create('Every kind of step', definition);
  return { ...opened, ids, definition, workflow };
}

/** How often what its steps do has happened: rows, mails, dashboards, notices. */
const effects = async () => [
  await held.count('held'),
  await held.count('kept_mails', `subject = 'Held'`),
  await held.count('dashboards', `name = 'Held'`),
  await held.count('inbox', `kind = 'workflow.notice'`),
];

const input = { list: [{ n: 2 }, { n: 1 }] };

test('AUTO-3 a dry run of every kind of step shows what each would do and leaves nothing behind', async () => {
  const { send, base, definition, workflow } = await openEveryKind();
  const kinds = nodeSchemas.map(({ shape }) => shape.kind.value).filter((kind) => kind !== 'note');
  expect(new Set(definition.nodes.map(({ kind }) => kind))).toEqual(new Set(kinds));
  const tried = await send<RunDetails>('POST', `${base}/workflows/${workflow.id}/try`, {
    definition,
    input,
  });
  expect(tried.status).toBe('done');
  const dry = tried.steps.filter(({ output }) => (output as { dryRun?: true } | null)?.dryRun);
  const keys = ['ai', 'approval', 'execute', 'http', 'mail', 'notify', 'operation', 'round#0'];
  expect(dry.map(({ key }) => key).toSorted()).toEqual(
    [...keys, 'round#1', 'upsert', 'wait', 'workflow'].toSorted(),
  );
  expect(tried.steps.filter(({ status }) => status !== 'done')).toEqual([]);
  expect([held.calls, await effects()]).toEqual([[], [0, 0, 0, 0]]);
});

test('AUTO-2 two instances and a republish at every tick give one run a slot', async () => {
  const { send, base, create, publish } = await openProject();
  const workflow = await create('Every second', {
    triggers: [{ kind: 'schedule', id: 'tick', cron: '* * * * * *' }],
    nodes: [{ kind: 'set', id: 'one', fields: [{ name: 'at', value: '{{ trigger.slot }}' }] }],
    edges: [{ from: 'tick', port: 'out', to: 'one' }],
  });
  const at = `${base}/workflows/${workflow.id}`;
  const ended = await waitFor('three ticks', async () => {
    await publish(await send<Made>('GET', at));
    const runs = await send<{ items: { id: string }[] }>(
      'GET',
      `${base}/runs?workflowId=${workflow.id}&status=done`,
    );
    return runs.items.length >= 3 && runs.items;
  });
  await send('POST', `${at}/disable`);
  const slots = await Promise.all(
    ended.map(async ({ id }) => (await send<RunDetails>('GET', `${base}/runs/${id}`)).trigger),
  );
  expect(new Set(slots.map((slot) => JSON.stringify(slot))).size).toBe(ended.length);
});

test('AUTO-4 a run whose instance is killed in the middle of every kind of step goes on at the same steps on the other, on the version it began with', async () => {
  const { token, send, base, publish, ids, definition, workflow } = await openEveryKind();
  await publish(workflow);
  await held.hold();
  const start = { token, body: { input } };
  const started = await one.send('POST', `${base}/workflows/${workflow.id}/runs`, start);
  const { runId } = started.json as { runId: string };
  const look = () => send<RunDetails>('GET', `${base}/runs/${runId}`);
  const keys = definition.nodes.flatMap(({ id }) => {
    if (id === 'stop') return [];
    return id === 'round' ? ['round#0', 'round#1'] : [id];
  });
  const before = await waitFor('every step to be at work', async () => {
    const run = await look();
    const begun = new Set(run.steps.map(({ key }) => key));
    return keys.every((key) => begun.has(key)) && run;
  });
  await held.forgetWaiting(async () => {
    one.kill('SIGKILL');
    await one.ended;
  });
  const body = { draftVersion: workflow.draftVersion, definition: everyKind(ids, 'return 7') };
  const saved = await send<Made>('PUT', `${base}/workflows/${workflow.id}/draft`, body);
  await publish({ ...saved, id: workflow.id });
  await held.release();

  const asking = ['execute', 'http', 'mail', 'operation', 'upsert'];
  const waiting = await waitFor('the questions about what may have happened', async () => {
    const run = await look();
    const asked = run.awaits.filter(({ kind }) => kind === 'doubt').map(({ step }) => step);
    const isAsked = run.awaits.some(({ kind }) => kind === 'approval');
    return isAsked && asked.length === asking.length && asked;
  });
  expect(waiting.toSorted()).toEqual(asking);
  const decide = (step: string, decision: string) =>
    send('POST', `${base}/runs/${runId}/steps/${step}/decide`, { decision });
  for (const step of asking) await decide(step, 'retry');
  await decide('approval', 'approve');
  const run = await waitFor('its end', async () => {
    const now = await look();
    return now.endedAt !== null && now;
  });

  expect(run).toMatchObject({ status: 'done', error: null, version: 1 });
  const diceOf = ({ steps }: RunDetails) => steps.find(({ key }) => key === 'dice')?.output;
  expect(diceOf(run)).toBe(diceOf(before));
  // The other workflow is begun once, whether or not it was written down yet that it is waited for.
  const children = await send<{ items: unknown[] }>('GET', `${base}/runs?workflowId=${ids.child}`);
  expect(children.items).toHaveLength(1);
  const again = run.steps.flatMap(({ key, attempt }) =>
    attempt > 1 && key !== 'workflow' ? [key] : [],
  );
  const repeated = ['ai', 'approval', 'notify', 'object', 'query', 'round#0', 'round#1'];
  expect(again.toSorted()).toEqual([...asking, ...repeated].toSorted());
  const sent = held.calls.filter((key) => key !== '');
  expect(new Set(sent)).toEqual(
    new Set(['http', 'round#0', 'round#1'].map((key) => `${runId}:${key}`)),
  );
  expect(await effects()).toEqual([2, 1, 1, 1]);
});
