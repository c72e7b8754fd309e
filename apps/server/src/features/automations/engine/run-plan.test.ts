import { expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { lightSteps } from '../steps/light.ts';
import type { Entry, States } from './entries.ts';
import type { Executors } from './executor.ts';
import { makePlan } from './plan.ts';
import { runPlan } from './run-plan.ts';
import type { Running } from './running.ts';

const plan = makePlan(
  definition.parse({
    triggers: [{ kind: 'manual', id: 'start' }],
    nodes: [
      { kind: 'forEach', id: 'each', items: '{{ trigger.items }}', parallel: 2 },
      { kind: 'http', id: 'call', url: '{{ item }}' },
    ],
    edges: [
      { from: 'start', port: 'out', to: 'each' },
      { from: 'each', port: 'each', to: 'call' },
    ],
  }),
);

test('AUTO-3 AUTO-7 a loop one of whose rounds fails begins no other, and keeps what those under way gave', async () => {
  const called: string[] = [];
  const slow = Promise.withResolvers<void>();
  const http: Executors['http'] = {
    effect: 'sends',
    execute: async ({ node }) => {
      called.push(node.url);
      if (node.url === 'bad') {
        setImmediate(() => slow.resolve());
        throw new Error('It said no.');
      }
      await slow.promise;
      return { output: node.url };
    },
  };
  const states: States = new Map();
  const noted: Entry[] = [];
  const trigger = { items: ['slow', 'bad', 'third', 'fourth'] };
  const running: Running = {
    plan,
    states,
    identity: {
      id: 'r',
      projectId: 'p',
      workflowId: 'w',
      workflowName: 'w',
      version: 1,
      depth: 0,
    },
    scope: {
      trigger,
      steps: {},
      run: { id: 'r', workflow: 'w', version: 1, startedAt: '' },
      vars: {},
    },
    source: 'start',
    executors: { ...lightSteps, http } as unknown as Executors,
    evaluateCodes: () => Promise.resolve(new Map()),
    note: (entry) => void noted.push(entry),
    commit: () => Promise.resolve(),
    answer: () => {},
    kept: { size: 0 },
    signal: new AbortController().signal,
    isDry: false,
    isPausing: () => false,
  };
  expect(await runPlan(running)).toMatchObject({ kind: 'failed', error: { step: 'call#1' } });
  expect(states.get('call#0')).toMatchObject({ status: 'done', output: 'slow' });
  expect(called).toEqual(['slow', 'bad']);
});
