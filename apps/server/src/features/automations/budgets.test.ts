import { afterAll, expect, test } from 'vitest';
import type { Budget } from '@causeway/contract/automations/definition.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';

const space = await startSqlWorkspace();
const flows = createWorkflowRequests(space);
afterAll(() => space.stop());

const pause = (id: string, seconds: number) => ({ kind: 'wait' as const, id, seconds });

async function endOf(budget: Partial<Budget>, ...nodes: Parameters<typeof chain>[1][]) {
  const drawn = chain(manual, ...nodes);
  Object.assign(drawn.settings.budget, budget);
  const runId = await flows.start(await flows.published(drawn));
  await flows.until(runId, ({ awaits }) => awaits.length > 0);
  return flows.until(runId);
}

const ended = { status: 'failed', error: { code: 'E_RUN_BUDGET' } };
const query = (id: string) => ({
  kind: 'query' as const,
  id,
  connectorId: space.plain,
  sql: 'select n from generate_series(1, 3) n',
});

test('AUTO-9 calls before a wait count towards what a run may use up after it', async () => {
  const run = await endOf(
    { calls: 2 },
    query('one'),
    query('two'),
    pause('rest', 2),
    query('three'),
  );
  expect(run).toMatchObject(ended);
  expect(run.steps.at(-1)).toMatchObject({ key: 'three', status: 'failed' });
});

test('AUTO-9 rows before a wait count towards what a run may use up after it', async () => {
  const run = await endOf({ rows: 5 }, query('one'), pause('rest', 2), query('two'));
  expect(run).toMatchObject(ended);
});

test('AUTO-9 the time a run has worked before a wait counts towards its seconds, and the wait does not', async () => {
  const rest = pause('rest', 2);
  const tooLong = await endOf({ seconds: 1 }, pause('first', 0.9), rest, pause('second', 0.9));
  expect(tooLong).toMatchObject(ended);
  const inTime = await endOf({ seconds: 3 }, pause('rest', 4), { kind: 'set', id: 'end' });
  expect(inTime.status).toBe('done');
});
