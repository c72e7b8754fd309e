import type { MessagePart } from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { i18n, startI18n } from '#platform/i18n/i18n.ts';
import { createArrivingParts } from './arriving-parts.ts';
import { MessageRow } from './message-row.tsx';

const parts: MessagePart[] = [
  {
    type: 'artifact',
    artifact: { kind: 'sql', title: 'Coupons', sql: 'select 1', connectorId: 'shop' },
  } as MessagePart,
];

function answer(state: ChatMessage['state'], arrived: MessagePart[]): ChatMessage {
  const createdAt = '2026-01-01T00:00:00Z';
  const said = { model: null, mentions: [], feedback: null, createdAt };
  return { id: 'answer', parentId: null, role: 'assistant', parts: arrived, state, ...said };
}

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['assistant', 'artifacts']);
});

test('CHAT-2 what is typed into a statement while its answer still arrives stays when it has arrived', () => {
  const client = new QueryClient();
  const arriving = createArrivingParts();
  const row = (message: ChatMessage, feed: typeof arriving | undefined) => (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <MessageRow
          message={message}
          messages={[message]}
          place={{ projectId: 'project', threadId: 'thread' }}
          isMine={false}
          onChoose={() => {}}
          onEdit={() => {}}
          onShow={() => {}}
          arriving={feed}
        />
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(row(answer('running', []), arriving));
  act(() => arriving.set(parts));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'select 2' } });
  rerender(row(answer('done', structuredClone(parts)), undefined));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('select 2');
});
