import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, webhook } from '#testing/workflow-requests.ts';
import { type Range, searchErrors } from './history.ts';

let space: SqlWorkspace;

beforeAll(async () => {
  space = await startSqlWorkspace();
  const flows = createWorkflowRequests(space);
  const failing = chain(webhook, {
    kind: 'stop',
    id: 'end',
    outcome: 'failed',
    message: '{{ trigger.body.why }}',
  });
  const workflow = await flows.published(failing);
  for (const why of ['red 1', 'blue', 'red 2', 'blue', 'blue', 'red 3', '100% red']) {
    await flows.until((await flows.hook(workflow, { why })).runId);
  }
});
afterAll(() => space.stop());

async function search(
  words: string,
  range: Range,
  limits?: Parameters<typeof searchErrors>[4],
  messages?: string,
) {
  const project = { id: space.projectId } as AuthorizedProject;
  const filter = { search: words, messages };
  const { runs, ...found } = await searchErrors(
    space.server.services.db,
    project,
    filter,
    range,
    limits,
  );
  return { ...found, errors: runs.map(({ error }) => error?.message) };
}

test('AUTO-7 errors are found by their words, newest first, whatever signs they have', async () => {
  const all = { after: null, limit: 10 };
  const reds = ['100% red', 'red 3', 'red 2', 'red 1'];
  expect(await search('RED', all)).toEqual({ errors: reds, stoppedAt: null });
  expect(await search('0% r', all)).toEqual({ errors: ['100% red'], stoppedAt: null });
  expect(await search('red', { after: null, limit: 2 })).toEqual({
    errors: ['100% red', 'red 3'],
    stoppedAt: null,
  });
});

test('AUTO-7 a search that takes too long tells how far back it came, and goes on from there', async () => {
  const limits = { portion: 2, longestMs: -1 };
  const portions = [];
  let after: string | null = null;
  do {
    const { errors, stoppedAt } = await search('red', { after, limit: 10 }, limits);
    portions.push(errors);
    after = stoppedAt;
  } while (after !== null);
  expect(portions).toEqual([['100% red', 'red 3'], [], ['red 2'], ['red 1']]);
});

test('AUTO-7 errors are found by the words of another language, by the sentences that have them there', async () => {
  const flows = createWorkflowRequests(space);
  const workflow = await flows.published(
    chain(webhook, {
      kind: 'filter',
      id: 'few',
      items: '{{ trigger.body.items }}',
      conditions: [],
    }),
  );
  await flows.until((await flows.hook(workflow, { items: 7 })).runId);
  const all = { after: null, limit: 10 };
  const found = { errors: [runMessage('listToFilter')], stoppedAt: null };
  expect(await search('gefiltert', all)).toEqual({ errors: [], stoppedAt: null });
  const names = 'listToFilter\nbudgetSteps\nE_FORBIDDEN\nconstructor\n\n%';
  expect(await search('gefiltert', all, undefined, names)).toEqual(found);
});

test('AUTO-7 a sentence of another language is found by its facts as well', async () => {
  const flows = createWorkflowRequests(space);
  const workflow = await flows.published({
    ...chain(webhook, {
      kind: 'stop',
      id: 'end',
      outcome: 'failed',
      message: '{{ trigger.body.why }}',
    }),
  });
  for (const status of [404, 503]) {
    const why = runMessage('answered', { status });
    await flows.until((await flows.hook(workflow, { why })).runId);
  }
  const all = { after: null, limit: 10 };
  const errors = async (messages: string) =>
    (await search('hatte Status', all, undefined, messages)).errors;
  expect(await errors('answered\t404')).toEqual(['It answered 404.']);
  expect(await errors('answered')).toEqual(['It answered 503.', 'It answered 404.']);
  expect(await errors('answered\t40%')).toEqual([]);
  expect(await errors('answered\t404\t503')).toEqual([]);
});
