import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type ErrorCode, Failure } from '@causeway/contract/errors.ts';
import type { Database } from '#platform/db/database.ts';
import type { Events } from '#platform/events/events.ts';
import {
  claim,
  type Claim,
  forgetUnread,
  giveUp,
  keep,
  keepWithin,
  lookAt,
  markRead,
  markWanted,
  type Outcome,
  renew,
  type Seen,
} from './kept-results.ts';

/**
 * Answers that many people ask for are made once. Whoever asks says how old the answer may be; what
 * is kept and young enough is handed out, else one of all who ask, on whichever instance, runs the
 * statement and the others wait for it. To refresh is to ask for an age of zero: a statement that
 * runs already began too early, so one more follows it, however many press.
 *
 * A flight goes on while anybody waits for it, here or elsewhere, and is cancelled when nobody does.
 * Its leader holds a lease; a leader that falls silent is replaced, and its late answer is refused.
 */
export type SharedResults = {
  read(ask: Ask): Promise<Buffer>;
  sweep(): Promise<void>;
};

export type Ask = {
  projectId: string;
  connectorId: string;
  /** All that decides on the answer, rights included. Nothing of it is kept but a hash. */
  about: unknown;
  maxAgeMs: number;
  signal: AbortSignal;
  run(signal: AbortSignal): Promise<Buffer>;
};

type Flight = {
  outcome: Promise<Outcome>;
  waiting: number;
  isLeading: boolean;
  stop: AbortController;
};

const LOOK_MS = 1_000;
const RENEW_MS = 3_000;
const LARGEST = 8 * 1024 ** 2;
const A_PROJECT = 256 * 1024 ** 2;
const ALL = 2 * 1024 ** 3;

/** What one was refused says nothing about the others. */
const personal = new Set<ErrorCode>(['E_RATE_LIMITED', 'E_QUERY_CANCELLED', 'E_FORBIDDEN']);

type Needs = { db: Database; events: Events; logger: Logger };

export function createSharedResults({ db, events, logger }: Needs): SharedResults {
  const flights = new Map<string, Flight>();
  const glances = new Map<string, Promise<Seen>>();
  const hearers = new Map<string, Set<() => void>>();
  events.hearInstances((note) => {
    if (!('result' in note)) return;
    for (const hear of hearers.get(note.result) ?? []) hear();
  });

  async function read(ask: Ask): Promise<Buffer> {
    const key = keyOf(ask);
    ask.signal.throwIfAborted();
    const { now, outcome, isUnmarked } = await (ask.maxAgeMs > 0 ? glance(key) : lookAt(db, key));
    const oldest = now - ask.maxAgeMs;
    if (outcome && outcome.beganAt >= oldest) {
      if (isUnmarked)
        markRead(db, key).catch((err: unknown) => logger.debug({ err }, 'kept result'));
      return answerOf(outcome);
    }
    for (;;) {
      const flight = flights.get(key) ?? start(ask, key, oldest);
      const flown = await join(flight, ask.signal);
      if (flown.beganAt >= oldest) return answerOf(flown);
    }
  }

  /** Who asks for the same at once looks once; who wants a run after the press looks alone. */
  function glance(key: string): Promise<Seen> {
    const looking = glances.get(key);
    if (looking) return looking;
    const seen = lookAt(db, key).finally(() => glances.delete(key));
    glances.set(key, seen);
    return seen;
  }

  function start(ask: Ask, key: string, oldest: number): Flight {
    const stop = new AbortController();
    const flight: Flight = {
      outcome: Promise.resolve().then(() => fly(ask, { key, oldest, flight })),
      waiting: 0,
      isLeading: false,
      stop,
    };
    flight.outcome = flight.outcome.finally(() => flights.delete(key));
    // Everybody may have left before it ends.
    flight.outcome.catch(() => {});
    flights.set(key, flight);
    return flight;
  }

  /** Runs the statement, or waits for who does. */
  async function fly(
    ask: Ask,
    { key, oldest, flight }: { key: string; oldest: number; flight: Flight },
  ): Promise<Outcome> {
    for (;;) {
      const news = hear(key);
      try {
        const claimed = await claim(db, { key, ...ask }, oldest);
        if (claimed) return await lead(ask, { key, claimed, flight });
        const { outcome } = await lookAt(db, key);
        if (outcome && outcome.beganAt >= oldest) return outcome;
        await markWanted(db, key);
        await news.within(LOOK_MS, flight.stop.signal);
      } finally {
        news.end();
      }
    }
  }

  async function lead(
    ask: Ask,
    { key, claimed, flight }: { key: string; claimed: Claim; flight: Flight },
  ): Promise<Outcome> {
    flight.isLeading = true;
    const beat = setInterval(() => {
      renew(db, key, claimed).then(
        (held) => {
          if (!held || (flight.waiting === 0 && !held.isWanted)) flight.stop.abort(cancelled());
        },
        (err: unknown) => logger.debug({ err }, 'kept result'),
      );
    }, RENEW_MS);
    try {
      const body = await ask.run(flight.stop.signal);
      await store(ask, key, claimed, body);
      return { beganAt: claimed.beganAt, answer: body };
    } catch (error) {
      await storeFailure(key, claimed, error);
      throw error;
    } finally {
      clearInterval(beat);
      // Who waits elsewhere looks by itself too; told, it looks sooner.
      await events.tellInstances(db, { result: key }).catch(() => {});
    }
  }

  async function store(ask: Ask, key: string, claimed: Claim, body: Buffer): Promise<void> {
    if (body.length > LARGEST) return giveUp(db, key, claimed);
    await keep(db, key, claimed, { body, failure: undefined });
    await keepWithin(db, { bytes: A_PROJECT, projectId: ask.projectId });
  }

  async function storeFailure(key: string, claimed: Claim, error: unknown): Promise<void> {
    if (!(error instanceof Failure) || personal.has(error.code)) {
      // The failure itself is thrown; a claim that stays ends by its own silence.
      return giveUp(db, key, claimed).catch(() => {});
    }
    const { code, message, details } = error;
    const failure = { code, message, ...(details && { details }) };
    await keep(db, key, claimed, { body: undefined, failure });
  }

  async function join(flight: Flight, signal: AbortSignal): Promise<Outcome> {
    flight.waiting += 1;
    const gone = Promise.withResolvers<never>();
    const leave = () => gone.reject(cancelled());
    signal.addEventListener('abort', leave, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([flight.outcome, gone.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiting -= 1;
      if (flight.waiting === 0) void abandon(flight, signal);
    }
  }

  /** At once where nobody else waits; else the next renewal tells. */
  async function abandon(flight: Flight, signal: AbortSignal): Promise<void> {
    if (!signal.aborted) return;
    const key = [...flights].find(([, one]) => one === flight)?.[0];
    if (key === undefined) return;
    const isWanted = flight.isLeading && (await isWantedElsewhere(key));
    if (flight.waiting === 0 && !isWanted) flight.stop.abort(cancelled());
  }

  async function isWantedElsewhere(key: string): Promise<boolean> {
    const { rows } = await db.query({
      text: 'select 1 from query_results where key = $1 and wanted_until > now()',
      values: [key],
    });
    return rows.length > 0;
  }

  function hear(key: string) {
    const told = Promise.withResolvers<void>();
    const all = hearers.get(key) ?? new Set();
    hearers.set(key, all.add(told.resolve));
    return {
      within: async (ms: number, signal: AbortSignal) => {
        const timer = setTimeout(told.resolve, ms);
        const leave = () => told.reject(signal.reason as Error);
        signal.addEventListener('abort', leave, { once: true });
        try {
          signal.throwIfAborted();
          await told.promise;
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', leave);
        }
      },
      end: () => {
        all.delete(told.resolve);
        if (all.size === 0) hearers.delete(key);
      },
    };
  }

  return {
    read,
    sweep: async () => {
      await forgetUnread(db);
      await keepWithin(db, { bytes: ALL });
    },
  };
}

function keyOf({ projectId, connectorId, about }: Ask): string {
  const text = JSON.stringify([projectId, connectorId, about]);
  return createHash('sha256').update(text).digest('hex');
}

function answerOf({ answer }: Outcome): Buffer {
  if (Buffer.isBuffer(answer)) return answer;
  throw new Failure(answer.code as ErrorCode, answer.message, answer.details);
}

function cancelled(): Failure {
  return new Failure('E_QUERY_CANCELLED');
}
