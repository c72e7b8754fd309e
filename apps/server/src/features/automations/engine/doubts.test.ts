import { expect, test } from 'vitest';
import {
  definition as definitionSchema,
  type NodeKind,
} from '@causeway/contract/automations/definition.ts';
import { nodeSchemas } from '@causeway/contract/automations/nodes.ts';
import { createAiStep } from '../steps/ai.ts';
import { createCodeStep } from '../steps/code.ts';
import { createDataSteps } from '../steps/data.ts';
import { createHttpStep } from '../steps/http.ts';
import { lightSteps } from '../steps/light.ts';
import { createPeopleSteps } from '../steps/people.ts';
import { createSubWorkflowStep } from '../steps/sub-workflow.ts';
import { settleDoubts } from './doubts.ts';
import { foldEntries } from './entries.ts';
import { effectOfRepeating, type Executors } from './executor.ts';
import { makePlan } from './plan.ts';

const none = {} as never;
const executors: Executors = {
  ...lightSteps,
  ...createDataSteps({ act: none, findOperation: () => undefined }),
  ...createHttpStep(none),
  ...createPeopleSteps(none),
  ...createAiStep(none),
  ...createCodeStep(none, none),
  ...createSubWorkflowStep(none),
};

/** What became of a step that had begun when its process was lost. */
function after(node: Drawn, begunAt?: number) {
  const entry = settled(node, begunAt);
  if (entry?.type === 'failed') return 'again';
  return entry?.type === 'waiting' ? 'asks' : 'passed over';
}

type Drawn = { kind: NodeKind } & Record<string, unknown>;

function settled(node: Drawn, begunAt = 1) {
  const plan = makePlan(
    definitionSchema.parse({
      triggers: [{ kind: 'manual', id: 'start' }],
      nodes: [{ id: 'step', ...node }],
      edges: [{ from: 'start', port: 'out', to: 'step' }],
    }),
  );
  const started = { type: 'started', key: 'step', at: begunAt, attempt: 1, input: {} } as const;
  const [entry] = settleDoubts(
    plan,
    foldEntries([started]),
    ({ node: one }, state) => effectOfRepeating(executors, one, state),
    2,
  );
  return entry;
}

const shaping = [
  'set',
  'filter',
  'sort',
  'aggregate',
  'join',
  'dedupe',
  'parse',
  'format',
] as const;
const flow = ['if', 'switch', 'wait', 'stop', 'respond', 'workflow', 'approval'] as const;
const again = [...shaping, ...flow, 'query', 'object', 'code', 'ai', 'notify'] as const;
const asks = ['execute', 'upsert', 'mail', 'http', 'operation'] as const;

const isAsking = new Set<NodeKind>(['filter', 'if']);
const conditions = [{ left: 2, operator: 'more', right: 1 }];

test('AUTO-4 of every kind of step it is known how it goes on after its server was killed', () => {
  // A loop goes on with its rounds, each by its own steps; a note is no step.
  const known = [...again, ...asks, 'forEach', 'note'];
  const kinds = nodeSchemas.map(({ shape }) => shape.kind.value);
  expect(known.toSorted()).toEqual(kinds.toSorted());
});

test.each(again)(
  'AUTO-4 a step that only reads or is known by its key is done again after its server was killed: %s',
  (kind) => expect(after({ kind, ...(isAsking.has(kind) && { conditions }) })).toBe('again'),
);

test.each(asks)(
  'AUTO-4 a step that may have taken effect asks before it is repeated after its server was killed: %s',
  (kind) => expect(after(kind === 'http' ? { kind, method: 'POST' } : { kind })).toBe('asks'),
);

test('AUTO-4 a step that changes a file asks as well', () => {
  for (const action of ['write', 'copy', 'delete']) {
    expect(after({ kind: 'object', action })).toBe('asks');
  }
});

test('AUTO-4 a step that began a job finds it again by its key, for as long as its answer is remembered', () => {
  const node = { kind: 'operation', operation: 'imports.run' } as const;
  expect(after(node, Date.now())).toBe('again');
  expect(after(node, Date.now() - 24 * 3_600_000)).toBe('asks');
});

test('AUTO-4 a step in doubt does as it was set', () => {
  expect(after({ kind: 'mail', inDoubt: 'retry' })).toBe('again');
  expect(after({ kind: 'mail', inDoubt: 'skip' })).toBe('passed over');
  expect(after({ kind: 'query', inDoubt: 'ask' })).toBe('asks');
});

test.each([
  ['if', 'false'],
  ['switch', 'else'],
  ['approval', 'rejected'],
  ['mail', 'out'],
] as const)(
  'AUTO-4 the run goes on behind a step in doubt that is passed over as behind one that failed: %s',
  (kind, port) => {
    const drawn = { kind, inDoubt: 'skip', ...(isAsking.has(kind) && { conditions }) };
    expect(settled(drawn)).toMatchObject({ type: 'finished', port });
  },
);
