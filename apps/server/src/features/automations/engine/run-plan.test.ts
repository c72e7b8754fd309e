import { expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { lightSteps } from '../steps/light.ts';
import { settleDoubts } from './doubts.ts';
import { type Entry, foldEntry, type Resolution } from './entries.ts';
import type { Executors } from './executor.ts';
import { makePlan } from './plan.ts';
import { runPlan } from './run-plan.ts';
import type { Running } from './running.ts';

const loop = [
  { kind: 'forEach', id: 'each', items: '{{ trigger.items }}', parallel: 2 },
  { kind: 'http', id: 'call', url: '{{ item }}' },
];
const edges = [
  { from: 'start', port: 'out', to: 'each' },
  { from: 'each', port: 'each', to: 'call' },
];

function planOf(nodes: object[], more: object[] = []) {
  const triggers = [{ kind: 'manual', id: 'start' }];
  return makePlan(definition.parse({ triggers, nodes, edges: [...edges, ...more] }));
}

function runningOf(
  plan: Running['plan'],
  items: string[],
  execute: Executors['http']['execute'],
): Running {
  const http: Executors['http'] = { effect: 'sends', execute };
  return {
    plan,
    states: new Map(),
    identity: {
      id: 'r',
      projectId: 'p',
      workflowId: 'w',
      workflowName: 'w',
      version: 1,
      depth: 0,
    },
    scope: {
      trigger: { items },
      steps: {},
      run: { id: 'r', workflow: 'w', version: 1, startedAt: '' },
      vars: {},
    },
    source: 'start',
    executors: { ...lightSteps, http } as unknown as Executors,
    evaluateCodes: () => Promise.resolve(new Map()),
    note: () => {},
    commit: () => Promise.resolve(),
    answer: () => {},
    counters: { steps: 0, calls: 0, rows: 0 },
    kept: { size: 0 },
    signal: new AbortController().signal,
    isDry: false,
    isPausing: () => false,
  };
}

test('AUTO-3 AUTO-7 a loop one of whose rounds fails begins no other, and keeps what those under way gave', async () => {
  const called: string[] = [];
  const slow = Promise.withResolvers<void>();
  const items = ['slow', 'bad', 'third', 'fourth'];
  const running = runningOf(planOf(loop), items, async ({ node }) => {
    called.push(node.url);
    if (node.url === 'bad') {
      setImmediate(() => slow.resolve());
      throw new Error('It said no.');
    }
    await slow.promise;
    return { output: node.url };
  });
  expect(await runPlan(running)).toMatchObject({ kind: 'failed', error: { step: 'call#1' } });
  expect(running.states.get('call#0')).toMatchObject({ status: 'done', output: 'slow' });
  expect(called).toEqual(['slow', 'bad']);
});

test('AUTO-3 AUTO-7 a step that fails beside a loop ends it, too: rounds under way come to their end, and no other begins', async () => {
  const called: string[] = [];
  const slow = Promise.withResolvers<void>();
  const beside = { kind: 'http', id: 'beside', url: 'bad' };
  const plan = planOf([...loop, beside], [{ from: 'start', port: 'out', to: 'beside' }]);
  const running = runningOf(plan, ['first', 'second', 'third', 'fourth'], async ({ node }) => {
    called.push(node.url);
    if (node.url === 'bad') {
      setImmediate(() => slow.resolve());
      throw new Error('It said no.');
    }
    await slow.promise;
    return { output: node.url };
  });
  expect(await runPlan(running)).toMatchObject({ kind: 'failed', error: { step: 'beside' } });
  expect(called.toSorted()).toEqual(['bad', 'first', 'second']);
  expect(running.states.get('call#1')).toMatchObject({ status: 'done', output: 'second' });
});

test.each(['stop', 'continue'] as const)(
  'AUTO-4 a step in doubt that somebody gave up is not done again, however often it may be tried: then %s',
  async (onError) => {
    const called: string[] = [];
    const retry = { times: 3, seconds: 0 };
    const send = { kind: 'http', id: 'send', method: 'POST', url: 'x', retry, onError };
    const plan = makePlan(
      definition.parse({
        triggers: [{ kind: 'manual', id: 'start' }],
        nodes: [send],
        edges: [{ from: 'start', port: 'out', to: 'send' }],
      }),
    );
    const running = runningOf(plan, [], async ({ node }) => {
      called.push(node.url);
      return { output: 'sent' };
    });
    const key = 'send';
    const how = { kind: 'decided', decision: 'fail', by: 'Ada', note: '' } as const;
    for (const entry of inDoubt(key, how)) foldEntry(running.states, entry);
    const { kind } = await runPlan(running);
    expect(kind).toBe(onError === 'stop' ? 'failed' : 'done');
    expect(called).toEqual([]);
    expect(running.states.get('send')).toMatchObject({
      attempt: 1,
      error: { message: 'Somebody decided that it failed.' },
    });
  },
);

test.each([
  [{ kind: 'if', conditions: [{ left: 1, operator: 'equals', right: 1 }] }, 'false'],
  [{ kind: 'switch', value: 1 }, 'else'],
  [{ kind: 'approval' }, 'rejected'],
] as const)(
  'AUTO-4 the run goes on behind a step in doubt that somebody passed over: %o',
  async (drawn, port) => {
    const plan = makePlan(
      definition.parse({
        triggers: [{ kind: 'manual', id: 'start' }],
        nodes: [
          { id: 'ask', ...drawn },
          { kind: 'set', id: 'after' },
        ],
        edges: [
          { from: 'start', port: 'out', to: 'ask' },
          { from: 'ask', port, to: 'after' },
        ],
      }),
    );
    const running = runningOf(plan, [], () => ({ output: null }));
    const how = { kind: 'decided', decision: 'skip', by: 'Ada', note: '' } as const;
    for (const entry of inDoubt('ask', how)) foldEntry(running.states, entry);
    expect(await runPlan(running)).toEqual({ kind: 'done' });
    expect(running.states.get('after')).toMatchObject({ status: 'done' });
  },
);

function inDoubt(key: string, how: Resolution): Entry[] {
  return [
    { type: 'started', key, at: 1, attempt: 1, input: {} },
    { type: 'waiting', key, at: 2, for: { kind: 'doubt' } },
    { type: 'resolved', key, at: 3, how },
  ];
}

test.each(['reads', 'sends'] as const)(
  'AUTO-4 a run whose server was killed while it failed is taken up as failed, and waits for nobody: beside it a step that %s',
  async (effect) => {
    const plan = makePlan(
      definition.parse({
        triggers: [{ kind: 'manual', id: 'start' }],
        nodes: [
          { kind: 'http', id: 'bad', url: 'bad' },
          { kind: 'http', id: 'slow', url: 'slow' },
        ],
        edges: [
          { from: 'start', port: 'out', to: 'bad' },
          { from: 'start', port: 'out', to: 'slow' },
        ],
      }),
    );
    const running = runningOf(plan, [], () => ({ output: null }));
    const error = { message: 'It said no.', code: null, step: 'bad' };
    for (const entry of [
      { type: 'started', key: 'bad', at: 1, attempt: 1 },
      { type: 'started', key: 'slow', at: 1, attempt: 1 },
      { type: 'failed', key: 'bad', at: 2, attempt: 1, error, again: null },
    ] as const) {
      foldEntry(running.states, entry);
    }
    for (const entry of settleDoubts(plan, running.states, () => effect, 3)) {
      foldEntry(running.states, entry);
    }
    expect(await runPlan(running)).toEqual({ kind: 'failed', error });
  },
);
