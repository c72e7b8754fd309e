import type { Trigger } from '@causeway/contract/automations/definition.ts';
import {
  NOTHING_NOTED,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { EditorContext, type EditorTools } from '../editor-context.ts';
import { OutboxInstall, WatchState } from './row-watch.tsx';

const trigger: Trigger = {
  kind: 'rows',
  id: 'new',
  title: '',
  position: { x: 0, y: 0 },
  schema: 'public',
  connectorId: 'shop',
  table: 'orders',
  on: ['insert'],
  by: { kind: 'outbox' },
  everySeconds: 5,
  batch: 1,
};
// Of the draft the form reads what it says, its version and that the server has it.
const draft = {
  definition: { triggers: [trigger], nodes: [], edges: [] },
  state: 'saved',
  version: 1,
} as unknown as EditorTools['draft'];
const tools: EditorTools = {
  projectId: 'project',
  zone: 'UTC',
  workflowId: 'workflow',
  hookUrl: null,
  draft,
  isReadOnly: false,
  chosenId: 'new',
  problems: [],
  trigger: undefined,
  steps: new Map(),
  choose: () => {},
  askForStep: () => {},
  remove: () => {},
};
const before = '2026-03-01T11:59:00Z';
const lookedAt = '2026-03-01T12:00:00Z';
const after = '2026-03-01T12:01:00Z';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['editor', 'automations']);
});
beforeEach(() => queryClient.clear());

type Asked = { isInstalled: boolean; asOf: string };

/** What is answered each time it is asked whether it is there; the last one goes on. */
function drawWatch(...answers: Asked[]) {
  let asked = 0;
  vi.spyOn(api, 'call').mockImplementation((route: unknown) => {
    if (route === workflowPublishingRoutes.watches) {
      return Promise.resolve([{ trigger: 'new', lookedAt, lagMs: null, error: NOTHING_NOTED }]);
    }
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return Promise.resolve({ install: ['create table'], remove: [], ...answer });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <EditorContext value={tools}>
          <OutboxInstall />
          <WatchState />
        </EditorContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test('AUTO-2 that nothing notes the rows of a table is said once', async () => {
  drawWatch({ isInstalled: false, asOf: before });
  expect(await screen.findByText(/^Looked/)).toBeTruthy();
  expect(await screen.findAllByText(/^Nothing notes/)).toHaveLength(1);
});

test('AUTO-2 once it was put there, an earlier look does not say that it is missing', async () => {
  drawWatch({ isInstalled: true, asOf: after });
  expect(await screen.findByText(/^Looked/)).toBeTruthy();
  expect(await screen.findByText('It is there.')).toBeTruthy();
  expect(screen.queryByText(/^Nothing notes/)).toBeNull();
});

test('AUTO-2 a later look that misses it lets ask again, and what is gone is not said to be there', async () => {
  drawWatch({ isInstalled: true, asOf: before }, { isInstalled: false, asOf: after });
  expect(await screen.findByText(/^Looked/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('It is there.')).toBeNull());
  expect(screen.getAllByText(/^Nothing notes/)).toHaveLength(1);
});

test('AUTO-2 a look that misses it is told, also where it is said to be there again', async () => {
  drawWatch({ isInstalled: true, asOf: before }, { isInstalled: true, asOf: after });
  expect(await screen.findByText(/^Nothing notes/)).toBeTruthy();
  await waitFor(() => expect(api.call).toHaveBeenCalledTimes(3));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByText(/^Nothing notes/)).toBeTruthy();
});
