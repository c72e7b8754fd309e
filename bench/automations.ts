import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { makeRunId } from '../apps/server/src/features/automations/running/run-ids.ts';
import { createCredits } from '../apps/server/src/platform/credits/credits.ts';
import { measureLoad } from './load/raw-client.ts';
import type { Row } from './run.ts';
import { openStage, type Stage } from './stage.ts';

const SECONDS = 8;
const WARM_UP_SECONDS = 8;
const CONNECTIONS = 16;
const HISTORY = 200_000;

/**
 * Workflows through the whole product: a webhook with three light nodes and an answer, each run kept
 * for good before it is acknowledged; and the history when it is long.
 */
export async function bench(): Promise<Row[]> {
  const stage = await openStage();
  try {
    const server = await stage.launch();
    const space = await makeWorkspace(server);
    // A server that just started is still compiling, for some ten thousand runs; what comes after
    // is what it keeps up. The figures below are of a warm server.
    await measureLoad(server.url, space.hook, {
      connections: CONNECTIONS,
      seconds: WARM_UP_SECONDS,
    });
    const one = await measureLoad(server.url, space.hook, { connections: 1, seconds: 3 });
    const first = await measureLoad(server.url, space.hook, {
      connections: CONNECTIONS,
      seconds: SECONDS,
    });
    await fillHistory(stage, space);
    const later = await measureLoad(server.url, space.hook, {
      connections: CONNECTIONS,
      seconds: SECONDS,
    });
    const list = await measureList(server, space);
    const counting = measureCounting(space);
    const kept = await stage.query<{ count: number }>(
      `select count(*)::int as count from causeway.workflow_history where ms >= 0`,
    );
    const acknowledged = one.count + first.count + later.count;
    const missing = Math.max(0, acknowledged - ((kept[0]?.count ?? 0) - HISTORY));
    return [
      { name: 'one run at a time, ms', ours: one.p50, limit: 1 },
      {
        name: `${CONNECTIONS} connections, warm, ms between two durable runs`,
        ours: 1_000 / first.perSecond,
        limit: 0.35,
      },
      { name: `${CONNECTIONS} connections, p50, ms`, ours: first.p50, limit: 4.5 },
      { name: `${CONNECTIONS} connections, p99, ms`, ours: first.p99, limit: 20 },
      {
        name: `cost of a run after ${HISTORY} more, against before`,
        ours: 1_000 / later.perSecond,
        raw: 1_000 / first.perSecond,
        ratio: first.perSecond / later.perSecond,
        limit: 1.25,
      },
      {
        name: 'a run that is counted for its bill, against one that is not',
        ours: 1_000 / first.perSecond + counting,
        raw: 1_000 / first.perSecond,
        ratio: 1 + counting * (first.perSecond / 1_000),
        limit: 1.02,
      },
      { name: 'history of them opens, ms', ours: list, limit: 5 },
      { name: 'acknowledged runs that are not in the history', ours: missing, limit: 0 },
    ];
  } finally {
    await stage.close();
  }
}

const COUNTED = 200_000;

/** What stands beside each run: its meters, in memory. They are booked once a minute, a row a project. */
function measureCounting({ projectId, workflowId }: Omit<Space, 'hook' | 'token'>): number {
  const credits = createCredits({
    db: undefined as never,
    logger: pino({ level: 'silent' }),
    defaultPlan: 'business',
  });
  const about = {
    projectId,
    causeKind: 'workflow',
    causeId: workflowId,
    actorKind: 'person',
    actorId: projectId,
  };
  const begin = performance.now();
  for (let run = 0; run < COUNTED; run += 1) {
    credits.count({ ...about, meter: 'workflow.run', quantity: 1n });
    credits.count({ ...about, meter: 'workflow.step', quantity: 4n });
  }
  return (performance.now() - begin) / COUNTED;
}

type Space = { hook: string; token: string; projectId: string; workflowId: string };

export async function makeWorkspace(server: ServerProcess): Promise<Space> {
  const token = await logIn(server);
  const send = async (method: string, path: string, body?: object) => {
    const answer = await server.send(method, path, { token, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.json as Record<string, string> & { draftVersion: number };
  };
  const { id: projectId = '' } = await send('POST', '/api/projects/v1', { name: 'Bench' });
  // More runs than a month of any plan pays for.
  const wish = { purpose: 'credits', credits: 10_000 };
  const { id: checkoutId = '' } = await send('POST', '/api/billing/v1/checkouts', wish);
  const pay = { outcome: 'pay' };
  await send('POST', `/api/billing/v1/checkouts/${checkoutId}/test`, pay);
  const base = `/api/workflows/v1/${projectId}/workflows`;
  const made = await send('POST', base, { name: 'Three light nodes', definition });
  const body = { draftVersion: made.draftVersion };
  const { hookUrl = '', id = '' } = await send('POST', `${base}/${made.id}/publish`, body);
  return { hook: new URL(hookUrl).pathname, token, projectId, workflowId: id };
}

const definition = {
  triggers: [{ kind: 'webhook', id: 'hook' }],
  nodes: [
    {
      kind: 'set',
      id: 'order',
      fields: [
        { name: 'id', value: '{{ trigger.body.id }}' },
        { name: 'total', value: '{{ trigger.body.total }}' },
      ],
    },
    {
      kind: 'if',
      id: 'large',
      conditions: [{ left: '{{ steps.order.output.total }}', operator: 'more', right: 100 }],
    },
    {
      kind: 'set',
      id: 'label',
      fields: [{ name: 'label', value: 'Order {{ steps.order.output.id }} is large' }],
    },
    { kind: 'respond', id: 'answer', body: '{{ steps.label.output }}' },
  ],
  edges: [
    { from: 'hook', port: 'out', to: 'order' },
    { from: 'order', port: 'out', to: 'large' },
    { from: 'large', port: 'true', to: 'label' },
    { from: 'label', port: 'out', to: 'answer' },
  ],
};

/** Rows as the engine writes them, spread over the last minutes. */
async function fillHistory(stage: Stage, { projectId, workflowId }: Space): Promise<void> {
  const [template] = await stage.query<{ id: string }>(
    `select id from causeway.workflow_history where workflow_id = '${workflowId}' limit 1`,
  );
  const from = Number.parseInt(makeRunId().slice(0, 8) + makeRunId().slice(9, 13), 16) - 3_600_000;
  await stage.query(`insert into causeway.workflow_history (id, project_id, workflow_id, version,
      status, ms, trigger_kind, trigger_id, error, trigger, steps, answer)
    select (lpad(to_hex(${from} + n * 15), 12, '0') || '7000' || '8000'
        || lpad(to_hex(n), 12, '0'))::uuid, '${projectId}', '${workflowId}', 1,
      case when n % 50 = 0 then 'failed' else 'done' end, 3, 'webhook', 'hook',
      case when n % 50 = 0 then 'It failed ' || n end, trigger, steps, answer
    from causeway.workflow_history, generate_series(1, ${HISTORY}) n
    where id = '${template?.id}'`);
  await stage.query('analyze causeway.workflow_history');
  await sleep(1_000);
}

async function measureList(server: ServerProcess, { projectId, token }: Space): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < 30; call += 1) {
    const begin = performance.now();
    await server.send('GET', `/api/workflows/v1/${projectId}/runs`, { token });
    times.push(performance.now() - begin);
  }
  return times.toSorted((a, b) => a - b)[15] ?? Number.NaN;
}
