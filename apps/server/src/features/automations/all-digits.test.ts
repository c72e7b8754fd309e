import { afterAll, expect, test } from 'vitest';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const base = `/api/workflows/v1/${space.projectId}`;
const { token } = space.editor;
const input = '{"id":9007199254740993,"small":7,"list":[0.1,12345678901234567890.25]}';
const kept = { id: '9007199254740993', small: 7, list: [0.1, '12345678901234567890.25'] };

test('AUTO-2 a workflow that is started over the API gets every digit of its input', async () => {
  const { id } = await flows.published(chain(manual, { kind: 'set', id: 'after', fields: [] }));
  const body = `{"input":${input}}`;
  const answer = await space.server.send('POST', `${base}/workflows/${id}/runs`, { token, body });
  const run = await flows.until(read<{ runId: string }>(answer).runId);
  expect(run.trigger).toEqual(kept);
});

test('AUTO-2 trying a draft out gives its steps the same digits', async () => {
  const node = {
    kind: 'set' as const,
    id: 'copy',
    fields: [{ name: 'x', value: '{{trigger.id}}' }],
  };
  const { id, definition } = await flows.create(chain(manual, node));
  const body = `{"definition":${JSON.stringify(definition)},"input":${input}}`;
  const answer = await space.server.send('POST', `${base}/workflows/${id}/try`, { token, body });
  expect(read<{ steps: object[] }>(answer).steps).toMatchObject([
    { key: 'copy', output: { x: '9007199254740993' } },
  ]);
});

test('a body that is no JSON is still refused with its reason', async () => {
  const { id } = await flows.create(chain(manual));
  const path = `${base}/workflows/${id}/runs`;
  for (const body of ['{"input":', '{"input":{"__proto__":{"x":1}}}']) {
    expect((await space.server.send('POST', path, { token, body })).status).toBe(400);
  }
});
