import { afterAll, expect, test } from 'vitest';
import { definition } from '@causeway/contract/automations/definition.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, hookPath, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const set = (id: string, value: unknown) => ({
  kind: 'set' as const,
  id,
  fields: [{ name: 'x', value }],
});

async function endOf(nodes: unknown[], input: unknown) {
  const workflow = await flows.published(chain(manual, ...(nodes as never[])));
  const { status, error } = await flows.until(await flows.start(workflow, input));
  return [status, error?.code];
}

test('AUTO-9 a value that doubles with each step ends the run before it fills the memory', async () => {
  const doubling = Array.from({ length: 40 }, (_, at) => {
    const before = at === 0 ? 'trigger.text' : `steps.s${at - 1}.output.x`;
    return set(`s${at}`, `{{ ${before} }}{{ ${before} }}`);
  });
  const ended = await endOf(doubling, { text: 'x'.repeat(100_000) });
  expect(ended).toEqual(['failed', 'E_RESULT_TOO_LARGE']);
});

test('AUTO-9 neither do values that name each other twice', async () => {
  const doubling = Array.from({ length: 40 }, (_, at) => {
    const before = at === 0 ? '{{ trigger }}' : `{{ steps.s${at - 1}.output }}`;
    return set(`s${at}`, [before, before]);
  });
  expect(await endOf(doubling, { text: 'x' })).toEqual(['failed', 'E_RESULT_TOO_LARGE']);
});

const many = Array.from({ length: 20_000 }, (_, at) => at);
const wide = Array.from({ length: 20_000 }, (_, at) => ({ [`column${at}`]: 1 }));

test.each([
  [
    'compares everything with everything',
    {
      kind: 'filter',
      id: 'all',
      items: '{{ trigger.many }}',
      conditions: [{ left: '{{ trigger.many }}', operator: 'contains', right: 'none' }],
    },
  ],
  [
    'writes a column for each row',
    { kind: 'format', id: 'all', format: 'csv', value: '{{ trigger.wide }}' },
  ],
])(
  'AUTO-9 a step that %s is ended, since others are answered on the same thread',
  async (_what, node) => {
    expect(await endOf([node], { many, wide })).toEqual(['failed', 'E_RUN_BUDGET']);
  },
);

test('AUTO-9 a long run of light steps lets others in', async () => {
  const workflow = await flows.published(
    definition.parse({
      triggers: [manual],
      nodes: [
        { kind: 'forEach', id: 'each', items: '{{ trigger.many }}' },
        set('light', '{{ item }}'),
      ],
      edges: [
        { from: 'start', port: 'out', to: 'each' },
        { from: 'each', port: 'each', to: 'light' },
      ],
      settings: { budget: { steps: 50_000 } },
    }),
  );
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const runId = await flows.start(workflow, { many: many.slice(0, 9_000) });
  const { status } = await flows.until(runId);
  isOver = true;
  expect(status).toBe('done');
  expect(turns).toBeGreaterThan(10);
});

test('AUTO-3 what is larger than anybody draws is refused with its place, unread', async () => {
  const check = (nodes: unknown[]) =>
    space.server.call(
      workflowRoutes.check,
      {
        params: { projectId: space.projectId },
        body: { definition: { triggers: [manual], nodes: nodes as never[], edges: [] } },
      },
      space.editor,
    );
  const { problems } = await check([
    set('a', '{{ trigger.x }}'.repeat(1_300)),
    set('b', '{{ 1 + 1 }}'.repeat(1_300)),
  ]);
  expect(problems).toMatchObject([{ code: 'expression', place: 'b', field: 'fields' }]);
  await expect(check([{ kind: 'set', id: 'a', base: many, fields: [] }])).rejects.toThrow(
    'too many values',
  );
});

test('AUTO-2 a webhook called with JSON that nests too deeply says so', async () => {
  const workflow = await flows.published(
    chain({ kind: 'webhook', id: 'start' }, set('a', '{{ trigger.body }}')),
  );
  const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const answer = await fetch(`${space.server.url}${hookPath(workflow)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'E_MALFORMED']);
});
