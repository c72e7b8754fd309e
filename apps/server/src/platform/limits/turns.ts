import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Work that goes on at once: so much in all and less of each group, a project for one, so that who is
 * slow takes their own places and the others go on beside them.
 */
export type Turns = {
  hasRoom(): boolean;
  /** Groups of which as much goes on as may. */
  full(): string[];
  /** The work tells of its errors itself. */
  begin(group: string, work: () => Promise<void>): void;
  count(): number;
  oneEnds(): Promise<void>;
  allEnd(): Promise<void>;
};

export function createTurns({ atOnce, ofOne }: { atOnce: number; ofOne: number }): Turns {
  const going = new Map<Promise<void>, string>();
  return {
    hasRoom: () => going.size < atOnce,
    full: () => {
      const groups = Map.groupBy(going.values(), (group) => group);
      return [...groups].flatMap(([group, { length }]) => (length < ofOne ? [] : group));
    },
    begin: (group, work) => {
      const turn = work().finally(() => going.delete(turn));
      going.set(turn, group);
    },
    count: () => going.size,
    oneEnds: () => Promise.race(going.keys()),
    allEnd: async () => void (await Promise.all(going.keys())),
  };
}

type Queue<Item> = {
  /** The next one of another group than these; undefined where there is none now. */
  take(notOf: string[]): Promise<Item | undefined>;
  groupOf(item: Item): string;
  work(item: Item): Promise<void>;
};

/** While the slow are waited for, something may have come for others. */
const LOOK_AGAIN_MS = 5_000;

/** Works on what there is until nothing is left. One that fails keeps no other; the first is told. */
export async function inTurns<Item>(
  turns: Turns,
  { take, groupOf, work }: Queue<Item>,
): Promise<void> {
  const errors: unknown[] = [];
  for (;;) {
    const full = turns.full();
    const item = turns.hasRoom() ? await take(full) : undefined;
    if (item !== undefined) {
      turns.begin(groupOf(item), () =>
        work(item).catch((error: unknown) => void errors.push(error)),
      );
      continue;
    }
    if (turns.count() > 0) await oneEndsWithin(turns, LOOK_AGAIN_MS);
    // One of those that were full may have ended while others were asked for.
    else if (full.length === 0) break;
  }
  if (errors.length > 0) throw errors[0];
}

async function oneEndsWithin(turns: Turns, ms: number): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  // Its end by the signal is no news.
  const timer = sleep(ms, undefined, { signal }).catch(() => {});
  await Promise.race([turns.oneEnds(), timer]);
  ended.abort();
}
