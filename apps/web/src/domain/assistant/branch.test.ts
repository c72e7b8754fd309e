import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';
import { expect, test } from 'vitest';
import { branchOf, leafUnder, siblingsOf } from './branch.ts';

function message(id: string, parentId: string | null, role: ChatMessage['role']): ChatMessage {
  return {
    id,
    parentId,
    role,
    parts: [],
    state: 'done',
    model: null,
    mentions: [],
    feedback: null,
    createdAt: '2026-01-01T00:00:00Z',
  };
}

const messages = [
  message('q1', null, 'person'),
  message('a1', 'q1', 'assistant'),
  message('q2', 'a1', 'person'),
  message('a2', 'q2', 'assistant'),
  message('q2b', 'a1', 'person'),
  message('a2b', 'q2b', 'assistant'),
];

test('CHAT-1 an edited question begins a branch, and both branches share what was before', () => {
  expect(branchOf(messages, 'a2').map(({ id }) => id)).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(branchOf(messages, 'a2b').map(({ id }) => id)).toEqual(['q1', 'a1', 'q2b', 'a2b']);
  expect(siblingsOf(messages, messages[2]!).map(({ id }) => id)).toEqual(['q2', 'q2b']);
});

test('CHAT-1 choosing another way a question was put shows its newest answer', () => {
  expect(leafUnder(messages, 'q2')).toBe('a2');
  expect(leafUnder(messages, 'q1')).toBe('a2b');
});
