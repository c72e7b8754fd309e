import type { Logger } from 'pino';
import { happening, type HappeningOf, type HappeningType } from '@causeway/contract/happenings.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Events } from '#platform/events/events.ts';
import {
  advance,
  findWork,
  forgetHandled,
  givePositions,
  insertFollower,
  listNext,
  lockFollower,
  noteFailure,
  type Placed,
} from './queries.ts';

/**
 * Acts upon what happened, in the transaction that also remembers that it did: what it writes to our
 * own database happens once. What it does elsewhere may happen again, if the process is lost before
 * the commit; so it had better start a run or send a mail, which join the transaction.
 */
export type Follower<Type extends HappeningType> = {
  /** Its position is kept under this name: renamed, it begins anew. */
  name: string;
  types: readonly Type[];
  handle(tx: Tx, what: HappeningOf<Type>): Promise<void>;
};

/**
 * Hands what happened to its followers, on any number of instances. A happening is
 * - told: committed with what did it, without a position
 * - placed: given the next position, by one pass at a time
 * - handled by a follower: that one's position has reached it. Each follower goes its own way, one
 *   happening after the other, on one instance at a time
 * - forgotten: a day later, when all followers have passed it
 *
 * One that a follower fails at is tried again, after a second, then later and later; after ten times
 * it is left out with a line in the log, since one bad happening must not end the news for everybody.
 */
export type Outbox = {
  follow<Type extends HappeningType>(follower: Follower<Type>): void;
  /** Forgets what is old and was handled. */
  forget(): Promise<number>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type AnyFollower = Follower<HappeningType>;

/** What happens wakes every instance; this is for notices that were lost, and for trying again. */
const LOOK_EVERY_MS = 2_000;
const MOST_AT_ONCE = 100;
const GIVE_UP_AFTER = 10;

export function createOutbox(needed: { db: Database; events: Events; logger: Logger }): Outbox {
  const { db, events, logger } = needed;
  const followers = new Map<string, AnyFollower>();
  let timer: NodeJS.Timeout | undefined;
  let isFollowing = false;
  let isWoken = false;
  let looking: Promise<void> | undefined;

  const warn = (error: unknown) => logger.warn({ err: error }, 'outbox');

  /** One look at a time; who is woken meanwhile looks once more. */
  function look(): void {
    isWoken = true;
    if (!isFollowing || looking) return;
    looking = lookWhileWoken().finally(() => {
      looking = undefined;
    });
  }

  async function lookWhileWoken(): Promise<void> {
    while (isWoken && isFollowing) {
      isWoken = false;
      await lookOnce().catch(warn);
    }
  }

  async function lookOnce(): Promise<void> {
    const names = [...followers.keys()];
    let work = await findWork(db, names);
    while (isFollowing && work.isWaiting) {
      await db.transaction(givePositions);
      work = await findWork(db, names);
    }
    for (const name of work.behind) {
      const follower = followers.get(name);
      if (follower) await handOverAll(follower).catch(warn);
    }
  }

  async function handOverAll(follower: AnyFollower): Promise<void> {
    while (isFollowing && (await handOver(follower)));
  }

  /** Whether there may be more. */
  function handOver(follower: AnyFollower): Promise<boolean> {
    const { name, types } = follower;
    return db.transaction(async (tx) => {
      const own = await lockFollower(tx, name);
      if (!own) return false;
      const next = await listNext(tx, own.position, MOST_AT_ONCE);
      let position = own.position;
      for (const placed of next) {
        const fault = isOneOf(types, placed) && (await handleApart(tx, follower, placed));
        if (fault) {
          const failures = position === own.position ? own.failures + 1 : 1;
          const about = { err: fault, follower: name, position: placed.position, failures };
          logger.error(about, 'a happening could not be handled');
          if (failures < GIVE_UP_AFTER) {
            await noteFailure(tx, name, { position, failures });
            return false;
          }
          logger.error({ ...about, left: placed }, 'a happening was left out');
        }
        position = placed.position;
      }
      if (position !== own.position) await advance(tx, name, position);
      return next.length === MOST_AT_ONCE;
    });
  }

  events.hearInstances((note) => {
    if ('outbox' in note) look();
  });

  return {
    follow: (follower) => {
      if (followers.has(follower.name)) throw new Error(`Two followers named ${follower.name}`);
      followers.set(follower.name, follower);
    },
    forget: () => forgetHandled(db, [...followers.keys()]),
    start: async () => {
      for (const name of followers.keys()) await insertFollower(db, name);
      isFollowing = true;
      timer = setInterval(look, LOOK_EVERY_MS);
      timer.unref();
      look();
    },
    stop: async () => {
      isFollowing = false;
      clearInterval(timer);
      await looking;
    },
  };
}

function isOneOf(types: readonly string[], { type }: Placed): boolean {
  return types.includes(type);
}

/** What a follower wrote before it failed is taken back; what was handled before it stays. */
async function handleApart(
  tx: Tx,
  follower: AnyFollower,
  placed: Placed,
): Promise<Error | undefined> {
  await tx.query(sql`savepoint happening`);
  try {
    await follower.handle(tx, happening.parse(placed));
    await tx.query(sql`release savepoint happening`);
    return undefined;
  } catch (error) {
    await tx.query(sql`rollback to savepoint happening`);
    return error instanceof Error ? error : new Error(String(error));
  }
}
