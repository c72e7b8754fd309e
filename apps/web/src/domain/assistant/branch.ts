import type { ChatMessage } from '@causeway/contract/assistant/threads.ts';

/** From the first question to the end of the branch that is shown. */
export function branchOf(messages: readonly ChatMessage[], leafId: string | null): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: ChatMessage[] = [];
  let at = leafId === null ? undefined : byId.get(leafId);
  while (at) {
    branch.push(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return branch.toReversed();
}

/** The ways a question was put, oldest first: an edited one has the same parent. */
export function siblingsOf(
  messages: readonly ChatMessage[],
  { parentId, role }: Pick<ChatMessage, 'parentId' | 'role'>,
): ChatMessage[] {
  return messages.filter((message) => message.parentId === parentId && message.role === role);
}

/** Where the branch of a message ends: its newest descendant. */
export function leafUnder(messages: readonly ChatMessage[], messageId: string): string {
  let leaf = messageId;
  for (;;) {
    const next = messages.findLast(({ parentId }) => parentId === leaf);
    if (!next) return leaf;
    leaf = next.id;
  }
}
