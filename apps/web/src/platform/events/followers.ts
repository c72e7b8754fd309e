import type { ServerEvent } from '@causeway/contract/events.ts';

/** The events of a type, also where several types share a shape. */
export type EventOf<Type extends ServerEvent['type']> = ServerEvent extends infer One
  ? One extends { type: infer Its }
    ? Type extends Its
      ? One & { type: Type }
      : never
    : never
  : never;

/** What an area does when it hears of an event: mostly, which of its queries are read again. */
export type Followers = {
  [Type in ServerEvent['type']]?: (event: EventOf<Type>) => Promise<unknown>;
};

const all: Followers[] = [];

/** Each area brings its own; the platform knows none of them. */
export function addFollowers(...added: Followers[]): void {
  all.push(...added);
}

/** One that fails holds back none of the others: an event is only a hint. */
export async function tellFollowers(event: ServerEvent): Promise<void> {
  await Promise.allSettled(
    all.flatMap((followers) => (followers[event.type] as Follower | undefined)?.(event) ?? []),
  );
}

/** The compiler can't see that the type of an event picked the follower. */
type Follower = (event: ServerEvent) => Promise<unknown>;
