import type { PartOf } from '@causeway/contract/assistant/parts.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { ApprovalCard } from './approval-card.tsx';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['assistant']);
});

test('CHAT-4 a card to approve shows the signs that nobody would see', () => {
  const card: PartOf<'approval'> = {
    type: 'approval',
    id: 'proposal',
    operation: 'save_query',
    title: 'Save \u202eweiv',
    input: 'select 1\n--\u{e0141}\ufe0f',
    sources: [],
    state: 'asked',
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ApprovalCard card={card} place={{ projectId: 'project', threadId: 'thread' }} mayDecide />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const shown = screen.getByRole('article', { name: String.raw`Save \u{202e}weiv` });
  expect(shown.textContent).toContain(String.raw`Save \u{202e}weiv`);
  expect(shown.textContent).toContain(`select 1\n--${String.raw`\u{e0141}\u{fe0f}`}`);
});
