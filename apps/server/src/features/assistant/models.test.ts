import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import { assistantSettingsRoutes } from '@causeway/contract/assistant/settings.ts';
import { assistantRoutes, type ModelProvider } from '@causeway/contract/assistant/threads.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { askAndHear, beginThread } from '#testing/assistant-requests.ts';
import { startModelWire } from '#testing/model-wire.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';

let workspace: SqlWorkspace;
/** Where a model was, and nothing listens any more. */
const wire = await startModelWire();
const gone = await startModelWire();
beforeAll(async () => {
  await gone.stop();
  workspace = await startSqlWorkspace({
    EGRESS_ALLOW_HTTP: `127.0.0.1:${wire.port},127.0.0.1:${gone.port}`,
  });
  await workspace.run('create table customers (id int primary key, name text)');
  await workspace.run(`insert into customers values (1, 'Ada'), (2, 'Bob')`);
});
afterAll(async () => {
  await workspace.stop();
  await wire.stop();
});
afterEach(() => {
  workspace.server.app.assistant.script(undefined);
  vi.restoreAllMocks();
});

const settings = () => ({ params: { projectId: workspace.projectId } });

function choose(provider: ModelProvider, more: { baseUrl?: string; apiKey?: string } = {}) {
  const model = { provider, baseUrl: wire.url, model: 'wire', apiKey: 'sk-canary-1', ...more };
  return workspace.server.call(
    assistantSettingsRoutes.update,
    { ...settings(), body: { model } },
    workspace.owner,
  );
}

async function ask(text: string, language: 'en' | 'de' = 'en') {
  const { server, editor, projectId, plain: connectorId } = workspace;
  const { id: threadId } = await beginThread(server, editor, { projectId, connectorId });
  const heard = await askAndHear(server, editor, { projectId, threadId, text, language });
  const { messages } = await server.call(
    assistantRoutes.show,
    { params: { projectId, threadId } },
    editor,
  );
  return { ...heard, messages, threadId };
}

const errorIn = (parts: { type: string }[]) =>
  parts.filter((part): part is PartOf<'error'> => part.type === 'error');

describe.each(['openai-compatible', 'anthropic'] as const)('%s', (provider) => {
  beforeAll(() => choose(provider));

  test('CHAT-3 words arrive as they are sent, two tools called at once both run, and what they found goes back', async () => {
    wire.play([
      {
        says: ['Let me ', 'look.'],
        calls: [
          { tool: 'describe_table', input: { table: 'customers' } },
          { tool: 'run_sql', input: { sql: 'select count(*) from customers', about: 'customers' } },
        ],
      },
      { says: ['There are ', 'two.'] },
    ]);
    const heard = await ask('how many customers');
    expect(heard.text).toBe('Let me look.There are two.');
    // What a tool shows stands after what was said before it.
    expect(heard.parts.map(({ type }) => type)).toEqual(['text', 'step', 'step', 'text']);
    const steps = heard.parts.filter((part) => part.type === 'step');
    expect(steps.map(({ tool, state }) => `${tool} ${state}`)).toEqual([
      'describe_table done',
      'run_sql done',
    ]);
    expect(heard.events.at(-1)).toMatchObject({ type: 'finish', state: 'done' });
    expect(wire.requests).toHaveLength(2);
    // A model elsewhere is shown numbers over groups, and no rows, until a person says otherwise.
    expect(JSON.stringify(wire.requests[1]?.body)).toContain('not shared with you');
    const { db } = workspace.server.services;
    const [answer] = await listRows<{ usage: unknown }>(
      db,
      sql`select usage from assistant_messages where id = ${heard.messages[1]!.id}`,
    );
    expect(answer?.usage).toEqual({
      inputTokens: 22,
      cachedTokens: 0,
      outputTokens: 14,
      isEstimate: false,
    });
  });

  test.each([
    ['refuses the key', { status: 401 }, /refused the key/],
    ['is overrun', { status: 429, headers: { 'retry-after': '7' } }, /Try again in 7 s/],
    ['fails', { status: 500 }, /error \(500\)/],
    ['breaks off', { says: ['Half an '], ends: 'cut' as const }, /broke off/],
  ])(
    'CHAT-3 a model that %s is told of once and in words, the question stays, nothing is charged',
    async (_, step, words) => {
      const { meter } = workspace.server.app.assistant;
      const settle = vi.spyOn(meter, 'settle');
      wire.play([step]);
      const heard = await ask('how many customers');
      const errors = errorIn(heard.parts);
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ code: 'E_AI_UNAVAILABLE' });
      expect(errors[0]?.message).toMatch(words);
      expect(JSON.stringify(heard.parts)).not.toContain('secret-of-the-provider');
      expect(heard.events.at(-1)).toMatchObject({ type: 'finish', state: 'failed' });
      expect(heard.messages[0]).toMatchObject({ role: 'person', state: 'done' });
      expect(wire.requests).toHaveLength(1);
      expect(settle.mock.calls.map(([, , usage]) => usage)).toEqual([null]);
    },
  );

  test('CHAT-3 a model that falls silent is given up, and what it said stays', async () => {
    const { server, projectId } = workspace;
    const opened = await server.app.assistant.models.find(server.services.db, projectId);
    server.app.assistant.script({
      language: opened!.language,
      timeouts: { firstChunkMs: 60_000, chunkMs: 500 },
    });
    wire.play([{ says: ['Half an '], ends: 'stalled' }]);
    const heard = await ask('how many customers', 'de');
    expect(heard.text).toBe('Half an ');
    expect(errorIn(heard.parts)[0]?.message).toMatch(/zu lange gebraucht/);
  });

  test('CHAT-3 a model whose answer has no end is cut off before it fills our memory', async () => {
    wire.play([{ says: ['Half an '], ends: 'endless' }]);
    const heard = await ask('how many customers');
    expect(errorIn(heard.parts)).toMatchObject([{ code: 'E_AI_UNAVAILABLE' }]);
    expect(wire.poured()).toBeLessThan(64 * 1024 ** 2);
  });

  test('CHAT-3 a trial tells what a model can: words, one call, two calls, usage', async () => {
    const { server, owner } = workspace;
    const add = (a: number) => ({ tool: 'add', input: { a, b: 1 } });
    wire.play([{ says: ['ready'] }, { calls: [add(1)] }, { calls: [add(1)] }]);
    const trial = () =>
      server.call(
        assistantSettingsRoutes.test,
        { ...settings(), body: { language: 'en' as const } },
        owner,
      );
    const { model } = await trial();
    expect(model?.tested).toMatchObject({
      text: true,
      toolCall: true,
      twoCalls: false,
      usage: true,
      problem: null,
    });
    wire.play([{ status: 401 }]);
    const refused = await trial();
    expect(refused.model?.tested).toMatchObject({ text: false, toolCall: false });
    expect(refused.model?.tested?.problem).toMatch(/refused the key/);
  });
});

test('CHAT-3 a key is sent where it was given for and told to nobody: another address needs it again', async () => {
  const { server, owner, editor } = workspace;
  const chosen = await choose('openai-compatible');
  expect(JSON.stringify(chosen)).not.toContain('canary');
  expect(chosen).toMatchObject({ model: { hasKey: true }, inUse: { kind: 'project' } });
  wire.play([]);
  await ask('hello');
  expect(wire.requests[0]?.headers['authorization']).toBe('Bearer sk-canary-1');
  const rows = await listRows(server.services.db, sql`select * from assistant_settings`);
  expect(JSON.stringify(rows)).not.toContain('canary');
  const model = {
    provider: 'openai-compatible' as const,
    baseUrl: 'http://127.0.0.2:1/v1',
    model: 'm',
  };
  const moved = await server.refuse(
    assistantSettingsRoutes.update,
    { ...settings(), body: { model } },
    owner,
  );
  expect(moved.code).toBe('E_SECRET_REQUIRED');
  const weak = await server.refuse(
    assistantSettingsRoutes.update,
    { ...settings(), body: { level: 'full' as const } },
    editor,
  );
  expect(weak.code).toBe('E_FORBIDDEN');
});

test.each([
  ['at a place inside', () => 'http://169.254.169.254/v1', /does not allow/],
  ['that is away', () => gone.url, /can not be reached/],
])('CHAT-3 a model %s is not reached, and the answer says so', async (_, baseUrl, words) => {
  await choose('openai-compatible', { baseUrl: baseUrl(), apiKey: 'k-2' });
  const heard = await ask('how many customers');
  expect(errorIn(heard.parts).map(({ message }) => message)).toEqual([
    expect.stringMatching(words),
  ]);
  expect(heard.messages[0]).toMatchObject({ role: 'person' });
  const removed = await workspace.server.call(
    assistantSettingsRoutes.update,
    { ...settings(), body: { model: null } },
    workspace.owner,
  );
  expect(removed).toMatchObject({ model: null, inUse: { kind: 'built-in' } });
});
