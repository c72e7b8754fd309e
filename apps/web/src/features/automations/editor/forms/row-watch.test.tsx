import type { Trigger } from '@causeway/contract/automations/definition.ts';
import {
  NOTHING_NOTED,
  workflowPublishingRoutes,
} from '@causeway/contract/automations/workflows.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
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
const lookedAt = '2026-03-01T12:00:00Z';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['editor', 'automations']);
});
beforeEach(() => queryClient.clear());

function drawWatch(isInstalled: boolean) {
  vi.spyOn(api, 'call').mockImplementation((route: unknown) =>
    Promise.resolve(
      route === workflowPublishingRoutes.watches
        ? [{ trigger: 'new', lookedAt, lagMs: null, error: NOTHING_NOTED }]
        : { install: ['create table'], remove: [], isInstalled },
    ),
  );
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
  drawWatch(false);
  expect(await screen.findByText(/^Looked/)).toBeTruthy();
  expect(await screen.findAllByText(/^Nothing notes/)).toHaveLength(1);
});

test('AUTO-2 once it was put there, an earlier look does not say that it is missing', async () => {
  drawWatch(true);
  expect(await screen.findByText(/^Looked/)).toBeTruthy();
  expect(await screen.findByText('It is there.')).toBeTruthy();
  expect(screen.queryByText(/^Nothing notes/)).toBeNull();
});
