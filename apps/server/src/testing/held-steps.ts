import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { startTcpProxy } from './tcp-proxy.ts';
import { startTestSources } from './test-sources.ts';

/**
 * A step of every kind, those that leave their run held up in the middle: rows and tables of the
 * product by locks, a bucket by a line on which no byte moves, others by who does not answer.
 */
export async function startHeldSteps(databaseUrl: string) {
  const sources = await startTestSources();
  const line = await startTcpProxy({ port: sources.store.port });
  const elsewhere = await startSilence();
  const theirs = await connect(sources.database.url);
  await theirs.query('create table public.held (id int4 primary key)');
  const ours = await connect(databaseUrl);
  const { s3Connector } = sources;
  return {
    settings: {
      EGRESS_ALLOW_DATA: `${sources.allowed},127.0.0.1:${line.port}`,
      EGRESS_ALLOW_HTTP: `127.0.0.1:${elsewhere.port}`,
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: `http://127.0.0.1:${elsewhere.port}/model`,
      AI_MODEL: 'small',
      AI_LOCAL: 'on',
    },
    connectors: {
      sql: sources.sqlConnector,
      s3: {
        ...s3Connector,
        config: { ...s3Connector.config, endpoint: `http://127.0.0.1:${line.port}` },
      },
    },
    url: `http://127.0.0.1:${elsewhere.port}/`,
    calls: elsewhere.calls,
    hold: async () => {
      line.freeze();
      await theirs.query('begin; lock table public.held in access exclusive mode');
      await ours.query(`begin;
        lock table causeway.kept_mails, causeway.inbox, causeway.dashboards in exclusive mode`);
    },
    /** What waits for a lock, by who asked for it: gone with them, as databases find out in time. */
    forgetWaiting: async (kill: () => Promise<unknown>) => {
      const waiting = await theirs.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock'`,
      );
      await kill();
      for (const { pid } of waiting.rows) {
        await theirs.query('select pg_terminate_backend($1)', [pid]);
      }
    },
    release: async () => {
      line.restore();
      elsewhere.answer();
      await theirs.query('commit');
      await ours.query('commit');
    },
    /** How often a statement finds something, in the user's database and in ours. */
    count: async (what: 'held' | 'kept_mails' | 'dashboards' | 'inbox', where = 'true') => {
      const client = what === 'held' ? theirs : ours;
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from ${what === 'held' ? 'public' : 'causeway'}.${what} where ${where}`,
      );
      return rows[0]?.count;
    },
    stop: async () => {
      await theirs.end();
      await ours.end();
      await line.close();
      elsewhere.stop();
      await sources.stop();
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Answers nobody until it is told to, and notes under which key it was called. A model as well. */
async function startSilence() {
  const calls: string[] = [];
  const silent = new Set<() => void>();
  let isSilent = true;
  const server = createServer((request, response) => {
    calls.push(String(request.headers['idempotency-key'] ?? ''));
    const isModel = request.url?.startsWith('/model') ?? false;
    const answer = () => {
      if (isModel) response.setHeader('content-type', 'text/event-stream');
      response.end(isModel ? said : '{}');
    };
    if (isSilent) silent.add(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    answer: () => {
      isSilent = false;
      for (const answer of silent) answer();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const said = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: 'done' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
]
  .map((part) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'small',
    ...part,
  }))
  .map((part) => `data: ${JSON.stringify(part)}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('');

type Ids = { sql: string; bucket: string; child: string; url: string };

/** Over in one turn, one after the other: nobody can be caught in them. */
const light = [
  { kind: 'set', id: 'made', fields: [{ name: 'list', value: '{{ trigger.list }}' }] },
  {
    kind: 'filter',
    id: 'kept',
    items: '{{ steps.made.output.list }}',
    conditions: [{ left: '{{ item.n }}', operator: 'more', right: 0 }],
  },
  { kind: 'sort', id: 'sorted', items: '{{ steps.kept.output }}', by: 'n' },
  {
    kind: 'aggregate',
    id: 'summed',
    items: '{{ steps.sorted.output }}',
    measures: [{ name: 'sum', summary: 'sum', of: 'n' }],
  },
  {
    kind: 'join',
    id: 'joined',
    left: '{{ steps.sorted.output }}',
    right: '{{ steps.sorted.output }}',
    leftKey: 'n',
    rightKey: 'n',
  },
  { kind: 'dedupe', id: 'unique', items: '{{ steps.joined.output }}', by: ['n'] },
  { kind: 'format', id: 'written', format: 'csv', value: '{{ steps.unique.output }}' },
  { kind: 'parse', id: 'read', format: 'csv', text: '{{ steps.written.output }}' },
  { kind: 'if', id: 'any', conditions: [{ left: 2, operator: 'more', right: 1 }] },
  { kind: 'switch', id: 'which', value: 'a', cases: [{ name: 'a', equals: 'a' }] },
  { kind: 'code', id: 'dice', code: 'return Math.random()' },
  { kind: 'respond', id: 'told', body: '{{ steps.dice.output }}' },
];

/** Each begins beside the others, and is at it when its process is lost. */
function held({ sql, bucket, child, url }: Ids) {
  return [
    { kind: 'query', id: 'query', connectorId: sql, sql: 'select id from held' },
    { kind: 'execute', id: 'execute', connectorId: sql, sql: 'insert into held values (1)' },
    {
      kind: 'upsert',
      id: 'upsert',
      connectorId: sql,
      table: 'held',
      keys: ['id'],
      rows: [{ id: 2 }],
    },
    { kind: 'object', id: 'object', connectorId: bucket, action: 'list' },
    { kind: 'operation', id: 'operation', operation: 'dashboards.create', body: { name: 'Held' } },
    { kind: 'ai', id: 'ai', prompt: 'Say something.' },
    { kind: 'http', id: 'http', method: 'POST', url, body: {} },
    { kind: 'mail', id: 'mail', to: 'demo@causeway.test', subject: 'Held', text: 'x' },
    { kind: 'notify', id: 'notify', text: 'Held' },
    { kind: 'approval', id: 'approval', message: 'Go on?' },
    { kind: 'workflow', id: 'workflow', workflowId: child },
    { kind: 'wait', id: 'wait', seconds: 3 },
    { kind: 'forEach', id: 'each', items: [1, 2], parallel: 2 },
  ];
}

const ports: Record<string, string> = {
  if: 'true',
  switch: 'a',
  approval: 'approved',
  forEach: 'done',
};

/** Light steps first, then all others side by side, and a stop behind all of them. */
export function everyKind(ids: Ids, code?: string) {
  const side = held(ids);
  const first = light.map((node) => (node.id === 'dice' && code ? { ...node, code } : node));
  const line = [{ kind: 'manual', id: 'start' }, ...first];
  const portOf = ({ kind }: { kind: string }) => ports[kind] ?? 'out';
  return {
    triggers: [{ kind: 'manual', id: 'start' }],
    nodes: [
      ...first,
      ...side,
      { kind: 'http', id: 'round', method: 'POST', url: ids.url, body: {}, inDoubt: 'retry' },
      { kind: 'stop', id: 'stop', outcome: 'done', message: 'All over.' },
    ],
    edges: [
      ...first.map(({ id }, at) => ({
        from: line[at]?.id ?? '',
        port: portOf(line[at] ?? { kind: '' }),
        to: id,
      })),
      ...side.map(({ id }) => ({ from: 'told', port: 'out', to: id })),
      ...side.map((node) => ({ from: node.id, port: portOf(node), to: 'stop' })),
      { from: 'each', port: 'each', to: 'round' },
    ],
  };
}
