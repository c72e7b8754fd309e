import { afterAll, expect, test } from 'vitest';
import { askAndHear, beginThread } from '#testing/assistant-requests.ts';
import { scriptedModel } from '#testing/scripted-model.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const workspace = await startSqlWorkspace();
afterAll(() => workspace.stop());

test('CHAT-3 people read weekdays by their names where a model counts by them, and the model their numbers', async () => {
  const { server, editor, projectId, plain: connectorId, run } = workspace;
  await run('create table visits (id int primary key, came date)');
  // Eight each, from Monday to Wednesday.
  await run(`insert into visits select n, date '2024-01-01' + n % 3 from generate_series(1, 24) n`);
  const { id: threadId } = await beginThread(server, editor, { projectId, connectorId });
  const input = {
    from: 'visits',
    measure: { function: 'count' },
    dimensions: [{ column: 'came', grain: 'weekday' }],
  };
  const model = scriptedModel([{ calls: [{ tool: 'measure', input }] }]);
  server.app.assistant.script(model);
  const asked = { projectId, threadId, text: 'which days are the busiest' };
  const { parts } = await askAndHear(server, editor, asked);
  const step = parts.find((part) => part.type === 'step');
  const days = ['Monday', 'Tuesday', 'Wednesday'];
  expect(step?.rows?.rows).toEqual(days.map((day) => [day, '8']));
  expect(step?.rows?.fields[0]).toMatchObject({ name: 'weekday', type: 'text' });
  const seen = JSON.stringify(model.prompts.slice(1));
  expect(seen).not.toContain('Monday');
  // The statement that is shown says the same by itself.
  const { rows } = await run(step?.sql ?? '');
  expect(rows).toEqual(step?.rows?.rows);
});
