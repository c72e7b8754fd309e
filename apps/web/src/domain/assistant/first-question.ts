import type { Asking } from './use-conversation.ts';

/**
 * The question a new thread begins with, on its way from where it was typed to the page of the thread:
 * the page changes in between.
 */
const waiting = new Map<string, Asking>();

export function keepFirstQuestion(threadId: string, asking: Asking): void {
  waiting.set(threadId, asking);
}

/** Once: who takes it asks it. */
export function takeFirstQuestion(threadId: string): Asking | undefined {
  const asking = waiting.get(threadId);
  waiting.delete(threadId);
  return asking;
}
