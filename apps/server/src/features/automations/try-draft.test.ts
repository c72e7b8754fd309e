import { afterAll, expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { workflowTestRoutes } from '@causeway/contract/automations/runs.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const workflow = await flows.create(chain(manual));

type Drawn = { triggers?: object[]; nodes: object[]; edges: object[] };

/** What a test of it reached, by the keys of its steps, and what each gave. */
async function tried(drawn: Drawn, asked: object = {}) {
  const whole = definition.parse({ triggers: [manual], ...drawn });
  const { status, steps } = await space.server.call(
    workflowTestRoutes.try,
    {
      params: { projectId: space.projectId, workflowId: workflow.id },
      body: { definition: whole, ...asked },
    },
    space.editor,
  );
  return { status, given: Object.fromEntries(steps.map(({ key, output }) => [key, output])) };
}

const set = (id: string, value: unknown = id) => ({
  kind: 'set',
  id,
  fields: [{ name: 'n', value }],
});

const two = {
  triggers: [
    { kind: 'webhook', id: 'hook' },
    { kind: 'interval', id: 'often', seconds: 60 },
  ],
  nodes: [set('one', '{{ trigger.from }}')],
  edges: [{ from: 'often', port: 'out', to: 'one' }],
};

test('AUTO-4 a test begins at a trigger that leads to steps, whichever is drawn first', async () => {
  const often = { status: 'done', given: { one: { n: 'often' } } };
  expect(await tried(two, { input: { from: 'often' } })).toEqual(often);
  expect(await tried(two, { upTo: 'one', input: { from: 'often' } })).toEqual(often);
});

test('AUTO-4 a test begins at the trigger that was named, with what it is tested with', async () => {
  const both = { ...two, edges: [{ from: 'hook', port: 'out', to: 'one' }, ...two.edges] };
  const other = { ...two, nodes: [...two.nodes, set('two')] };
  const edges = [...two.edges, { from: 'hook', port: 'out', to: 'two' }];
  const samples = { hook: { from: 'hook' }, often: { from: 'often' } };
  expect((await tried(both, { samples, trigger: 'often' })).given).toEqual({ one: { n: 'often' } });
  expect((await tried({ ...other, edges }, { samples, trigger: 'hook' })).given).toEqual({
    two: { n: 'two' },
  });
  // One that does not lead there can't be what it begins at.
  expect(
    (await tried({ ...other, edges }, { samples, trigger: 'hook', upTo: 'one' })).given,
  ).toEqual({ one: { n: 'often' } });
});

const after = (id: string, ...ports: string[]) => ({
  nodes: ports.map((port) => set(`on_${port}`)),
  edges: [
    { from: 'start', port: 'out', to: id },
    ...ports.map((port) => ({ from: id, port, to: `on_${port}` })),
  ],
});
const never = [{ left: 1, operator: 'equals', right: 2 }];
const cases = [
  { name: 'north', equals: '{{ trigger.north }}' },
  { name: 'south', equals: '{{ trigger.north.toUpperCase() }}' },
];
const failed = { error: { message: 'No.', code: null } };
const rejected = { by: 'Ada', note: '', decision: 'rejected' };

test.each([
  ['if', { conditions: never }, true, ['true', 'false'], 'true'],
  ['if', { conditions: never }, false, ['true', 'false'], 'false'],
  ['switch', { value: 'x', cases }, 'n', ['north', 'south', 'else'], 'north'],
  ['switch', { value: 'x', cases }, 'N', ['north', 'south', 'else'], 'south'],
  ['switch', { value: 'x', cases }, 'w', ['north', 'south', 'else'], 'else'],
  ['forEach', { items: 'none' }, [1, 2], ['done'], 'done'],
  [
    'approval',
    { message: 'Shall it?' },
    { by: 'Ada', note: '' },
    ['approved', 'rejected'],
    'approved',
  ],
  ['approval', { message: 'Shall it?' }, rejected, ['approved', 'rejected'], 'rejected'],
  ['http', { url: 'http://x.test', onError: 'route' }, failed, ['out', 'error'], 'error'],
])(
  'AUTO-4 a test goes on behind a step with a sample by the way that belongs to it: %s, %o, %o',
  async (kind, settings, sample, ports, port) => {
    const drawn = after('step', ...ports);
    const nodes = [{ kind, id: 'step', ...settings }, ...drawn.nodes];
    const samples = { step: sample };
    const { status, given } = await tried({ ...drawn, nodes }, { samples, input: { north: 'n' } });
    expect({ status, given }).toEqual({
      status: 'done',
      given: { step: sample, [`on_${port}`]: { n: `on_${port}` } },
    });
  },
);

test('AUTO-4 a step within a loop gives its sample in every round, instead of being run', async () => {
  const { status, given } = await tried(
    {
      nodes: [
        { kind: 'forEach', id: 'each', items: [1, 2] },
        { kind: 'http', id: 'call', url: 'http://nowhere.invalid' },
      ],
      edges: [
        { from: 'start', port: 'out', to: 'each' },
        { from: 'each', port: 'each', to: 'call' },
      ],
    },
    { samples: { call: { body: 'kept' } } },
  );
  expect(status).toBe('done');
  expect(given).toEqual({
    each: [{ body: 'kept' }, { body: 'kept' }],
    'call#0': { body: 'kept' },
    'call#1': { body: 'kept' },
  });
});
