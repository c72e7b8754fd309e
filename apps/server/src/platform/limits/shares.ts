import { currentParty, type Party } from './party.ts';
import { createWaitingLines, type Waiter } from './waiting-lines.ts';

/**
 * Places of which there are few, shared out fairly. A party is
 * - running: it holds a place, at most its own share of them, however many are free: what is slow
 *   can't be taken away again, so the rest stays for others
 * - waiting: for a place and for room in its own share, until its patience or its caller's ends
 *
 * A place that gets free goes to who runs least; among those, to whose turn was longest ago. So one
 * that sends a thousand requests is served as often as one that sends two.
 */
export type Shares = {
  /** Waits for a place. What it answers gives the place back, and may be called again. */
  take(options?: { signal?: AbortSignal; party?: Party }): Promise<() => void>;
  /** Takes a place for as long as the work lasts. */
  run<Result>(work: () => Promise<Result>, options?: { signal?: AbortSignal }): Promise<Result>;
  running(): number;
  waiting(): number;
};

export type ShareLimits = {
  capacity: number;
  perPerson: number;
  /** All of it, unless places of several projects are shared out. */
  perProject?: number;
  patienceMs: number;
  /** What who waited in vain is told; and who went away. */
  busy(): Error;
  cancelled(): Error;
};

/**
 * What one of several processes may take of what all of them share. Never fewer than two, so that
 * whoever holds one for long can still do something else.
 */
export function shareOf(most: number, processes: number): number {
  return Math.max(Math.min(2, most), Math.ceil(most / processes));
}

/** Beyond it, waiting is hopeless and only costs memory. */
const MOST_WAITING_A_PERSON = 200;

export function createShares(limits: ShareLimits): Shares {
  const { capacity, perPerson, perProject = capacity } = limits;
  const running = { persons: new Map<string, number>(), projects: new Map<string, number>() };
  const waiting = createWaitingLines();
  const turns = new Map<string, number>();
  let taken = 0;
  let turn = 0;

  const runningOf = ({ person }: Party) => running.persons.get(person) ?? 0;
  const turnOf = ({ person }: Party) => turns.get(person) ?? 0;

  function mayRun(party: Party): boolean {
    const ofProject = running.projects.get(party.project ?? '') ?? 0;
    const fitsProject = party.project === undefined || ofProject < perProject;
    return taken < capacity && runningOf(party) < perPerson && fitsProject;
  }

  function hold(party: Party): () => void {
    taken += 1;
    add(running.persons, party.person, 1);
    if (party.project !== undefined) add(running.projects, party.project, 1);
    turns.set(party.person, (turn += 1));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      taken -= 1;
      add(running.persons, party.person, -1);
      if (party.project !== undefined) add(running.projects, party.project, -1);
      passOn();
    };
  }

  function passOn(): void {
    while (taken < capacity) {
      let next: Waiter | undefined;
      for (const waiter of waiting.firsts()) {
        if (mayRun(waiter.party) && (!next || isBefore(waiter, next))) next = waiter;
      }
      if (!next) break;
      waiting.leave(next);
      next.grant();
    }
    if (taken === 0 && waiting.count() === 0) turns.clear();
  }

  /** Who runs least comes first, then whose turn was longest ago, then who has waited longest. */
  function isBefore(one: Waiter, other: Waiter): boolean {
    const fewer = runningOf(one.party) - runningOf(other.party);
    if (fewer !== 0) return fewer < 0;
    const sooner = turnOf(one.party) - turnOf(other.party);
    return sooner === 0 ? one.number < other.number : sooner < 0;
  }

  function wait(party: Party, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        stop();
        waiting.leave(waiter);
        reject(error);
      };
      const onAbort = () => leave(limits.cancelled());
      const timer = setTimeout(() => leave(limits.busy()), limits.patienceMs);
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter = waiting.join(party, () => {
        stop();
        resolve(hold(party));
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  type Asked = Parameters<Shares['take']>[0];

  /** Most find a place at once: those wait for nothing, not even a turn. */
  function takeNow({ signal, party = currentParty() }: Asked = {}): (() => void) | undefined {
    if (signal?.aborted) throw limits.cancelled();
    return mayRun(party) ? hold(party) : undefined;
  }

  async function take(asked: Asked = {}): Promise<() => void> {
    const held = takeNow(asked);
    if (held) return held;
    const { signal, party = currentParty() } = asked;
    if (waiting.countOf(party.person) >= MOST_WAITING_A_PERSON) throw limits.busy();
    return wait(party, signal);
  }

  return {
    take,
    run: async (work, options) => {
      const leave = takeNow(options) ?? (await take(options));
      try {
        return await work();
      } finally {
        leave();
      }
    },
    running: () => taken,
    waiting: () => waiting.count(),
  };
}

/** Shares of many places of the same kind, such as one of every connector. */
export type SharesByKey = { of(key: string): Shares };

const MOST_KEPT = 500;

export function createSharesByKey(limits: ShareLimits): SharesByKey {
  const kept = new Map<string, Shares>();
  function forgetUnused(): void {
    for (const [key, shares] of kept) {
      if (shares.running() + shares.waiting() === 0) kept.delete(key);
    }
  }
  return {
    of: (key) => {
      const known = kept.get(key);
      if (known) return known;
      if (kept.size >= MOST_KEPT) forgetUnused();
      const shares = createShares(limits);
      kept.set(key, shares);
      return shares;
    },
  };
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
