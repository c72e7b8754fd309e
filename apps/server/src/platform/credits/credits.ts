import type { Logger } from 'pino';
import { type Meter, type ModelOwner, priceOf } from '@causeway/contract/billing/prices.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { openAccount } from './accounts.ts';
import { bringUpToDate } from './book.ts';
import { changePeople, type Erasing, erasePerson, type PeopleChange } from './change-people.ts';
import { closeAccount } from './marks.ts';
import { planOf, requireRoom } from './entitlements.ts';
import { payingAccount } from './payer.ts';
import { seatPeople } from './seats.ts';
import { chargeGathered, type Gathered } from './usage.ts';

/** What was used, as who counts it says it; the price is that of its beginning. */
export type Count = {
  projectId: string;
  meter: Meter;
  model?: ModelOwner;
  quantity: bigint;
  causeKind: string;
  causeId: string;
  actorKind: string;
  actorId: string;
  at?: Date;
};

/**
 * The one place where use is counted. `count` keeps it in memory and writes it down every minute: no
 * answer waits for it, and a process that is lost loses a minute of it, to our cost. `charge` books
 * it in the transaction of who can say it exactly once.
 */
export type Credits = {
  /** The plan of who never booked one. */
  readonly defaultPlan: PlanId;
  count(use: Count): void;
  /** For what happens often: what it is about is looked up once, not with every piece. */
  meterOf(use: Omit<Count, 'quantity' | 'at'>): (quantity: bigint) => void;
  charge(tx: Tx, uses: readonly Count[]): Promise<void>;
  /** Stands beside the check of roles: refuses one more than the project's plan allows. */
  requireRoom(
    tx: Tx,
    projectId: string,
    limit: Parameters<typeof requireRoom>[1]['limit'],
  ): Promise<void>;
  planOf(db: Db, projectId: string): Promise<PlanId>;
  /** Who pays for a project has changed: whoever has no seat reads. */
  seatPeople(tx: Tx, projectId: string): Promise<void>;
  /** Who works in it changes: the same, and a new payer is told. */
  changePeople(tx: Tx, change: PeopleChange): Promise<void>;
  /** Somebody is erased: the same wherever they worked or paid. */
  erasePerson(tx: Tx, erasing: Erasing): Promise<void>;
  /** Writes down what was counted; done by itself every minute. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const FLUSH_MS = 60_000;
const HOUR_MS = 3_600_000;

export function createCredits(needed: {
  db: Database;
  logger: Logger;
  defaultPlan: PlanId;
}): Credits {
  const { db, logger, defaultPlan } = needed;
  let counted = new Map<string, Gathered>();
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  /** Prices change with the day, so within an hour what is alike has the same one. */
  function gather(use: Omit<Count, 'quantity'>, hour: number): Gathered {
    const { projectId, meter, model = '', causeKind, causeId, actorKind, actorId } = use;
    const key = `${hour} ${meter} ${model} ${projectId} ${causeKind} ${causeId} ${actorKind} ${actorId}`;
    const known = counted.get(key) ?? { ...toGathered({ ...use, quantity: 0n }), n: 0 };
    counted.set(key, known);
    return known;
  }

  function count({ quantity, ...use }: Count): void {
    add(gather(use, hourOf(use.at?.getTime() ?? Date.now())), quantity);
  }

  function meterOf(use: Omit<Count, 'quantity' | 'at'>): (quantity: bigint) => void {
    let last: { among: typeof counted; hour: number; gathered: Gathered } | undefined;
    return (quantity) => {
      const hour = hourOf(Date.now());
      // What was written down meanwhile takes no more.
      if (last?.among !== counted || last.hour !== hour) {
        last = { among: counted, hour, gathered: gather(use, hour) };
      }
      add(last.gathered, quantity);
    };
  }

  async function book(tx: Tx, projectId: string, gathered: readonly Gathered[]): Promise<void> {
    const accountId = await payingAccount(tx, projectId, defaultPlan);
    if (accountId === undefined) return;
    const account = await openAccount(tx, accountId);
    await bringUpToDate(tx, account, new Date());
    for (const one of gathered) await chargeGathered(tx, account, one);
    await closeAccount(tx, account);
  }

  function flush(): Promise<void> {
    writing = writing.then(async () => {
      const noted = Map.groupBy(counted.values(), ({ projectId }) => projectId);
      counted = new Map();
      for (const [projectId, gathered] of noted) {
        try {
          await db.transaction((tx) => book(tx, projectId, gathered));
        } catch (error) {
          // Use is not worth keeping memory for while the database is away: it is ours to bear.
          logger.warn({ err: error }, 'use not written');
        }
      }
    });
    return writing;
  }

  return {
    defaultPlan,
    count,
    meterOf,
    charge: async (tx, uses) => {
      for (const [projectId, of] of Map.groupBy(uses, (use) => use.projectId)) {
        await book(tx, projectId, of.map(toGathered));
      }
    },
    changePeople: (tx, change) => changePeople(tx, change, defaultPlan),
    erasePerson: (tx, erasing) => erasePerson(tx, erasing, defaultPlan),
    seatPeople: (tx, projectId) => seatPeople(tx, projectId, defaultPlan),
    planOf: (on, projectId) => planOf(on, projectId, defaultPlan),
    requireRoom: (tx, projectId, limit) =>
      requireRoom(tx, { projectId, limit, unbooked: defaultPlan }),
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}

function add(gathered: Gathered, quantity: bigint): void {
  gathered.quantity += quantity;
  gathered.n += 1;
}

function toGathered({ at = new Date(), model, ...use }: Count): Gathered {
  const priceId = priceOf({ meter: use.meter, at, ...(model && { model }) });
  return { ...use, priceId, happenedAt: at, n: 1, canOwe: use.meter === 'storage.byte_day' };
}
