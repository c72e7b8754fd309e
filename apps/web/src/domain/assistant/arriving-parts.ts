import type { MessagePart } from '@causeway/contract/assistant/parts.ts';

export type ArrivingParts = {
  get: () => MessagePart[];
  set: (parts: MessagePart[]) => void;
  subscribe: (listener: () => void) => () => void;
};

/**
 * What an answer consists of so far. It grows with every word, so it is kept beside React: the answer
 * is drawn again, and neither the messages above it nor the field below.
 */
export function createArrivingParts(): ArrivingParts {
  let parts: MessagePart[] = [];
  const listeners = new Set<() => void>();
  return {
    get: () => parts,
    set: (next) => {
      parts = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
