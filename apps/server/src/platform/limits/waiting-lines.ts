import type { Party } from './party.ts';

export type Waiter = {
  party: Party;
  /** Who came sooner has the smaller one. */
  number: number;
  grant(): void;
};

/**
 * Who waits for a place, a line for each party: of a line only its first can be next, so whoever has
 * many in it makes no choice dearer.
 */
export function createWaitingLines() {
  const lines = new Map<string, Set<Waiter>>();
  const persons = new Map<string, number>();
  let count = 0;
  let came = 0;

  return {
    count: () => count,
    countOf: (person: string) => persons.get(person) ?? 0,
    join: (party: Party, grant: () => void): Waiter => {
      const waiter = { party, number: (came += 1), grant };
      const key = keyOf(party);
      const line = lines.get(key);
      if (line) line.add(waiter);
      else lines.set(key, new Set([waiter]));
      count += 1;
      persons.set(party.person, (persons.get(party.person) ?? 0) + 1);
      return waiter;
    },
    leave: (waiter: Waiter): void => {
      const { person } = waiter.party;
      const key = keyOf(waiter.party);
      const line = lines.get(key);
      if (!line?.delete(waiter)) return;
      if (line.size === 0) lines.delete(key);
      count -= 1;
      const left = (persons.get(person) ?? 0) - 1;
      if (left > 0) persons.set(person, left);
      else persons.delete(person);
    },
    *firsts(): Generator<Waiter> {
      for (const line of lines.values()) {
        for (const first of line) {
          yield first;
          break;
        }
      }
    },
  };
}

function keyOf({ person, project = '' }: Party): string {
  return `${person} ${project}`;
}
