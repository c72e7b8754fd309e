import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, findRow, type Db } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** A token bucket: at most `burst` at once, refilled evenly so that `burst` are back in `seconds`. */
export type Limit = { name: string; burst: number; seconds: number };

export type Keyed = readonly [limit: Limit, key: string];

export type Limiter = {
  /** Takes one token of the key's bucket, shared by all instances, or throws E_RATE_LIMITED. */
  take(limit: Limit, key: string): Promise<void>;
  /** Takes of several buckets, or of none: what one of them refuses costs nothing in the others. */
  takeAll(limits: Keyed[]): Promise<void>;
  /** Whether a token could be taken; for limits whose effect must stay invisible. */
  tryTake(limit: Limit, key: string): Promise<boolean>;
  /** Puts a token back, for what turned out not to count. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /**
   * Like take, for what happens thousands of times a second: tokens are fetched in batches and
   * spent in memory.
   */
  takeOften(limit: Limit, key: string): Promise<void>;
};

const BATCH = 100;
const BATCH_LIFETIME = 10_000;
const MOST_BATCHES = 10_000;

export function createLimiter(db: Db): Limiter {
  const batches = new Map<string, { left: number; until: number }>();
  const fetching = new Map<string, Promise<boolean>>();

  async function take(limit: Limit, key: string): Promise<void> {
    if (!(await grant(db, limit, key, 1))) throw await tooMany(db, limit, key);
  }

  async function giveBack(limit: Limit, key: string): Promise<void> {
    await changeRows(
      db,
      sql`update rate_limits set tokens = least(tokens + 1, ${limit.burst})
          where key = ${bucketName(limit, key)}`,
    );
  }

  function spend(name: string): boolean {
    const batch = batches.get(name);
    if (!batch || batch.left === 0 || batch.until <= Date.now()) return false;
    batch.left -= 1;
    return true;
  }

  /** One for all who ask meanwhile: what a batch leaves unspent is lost. */
  function fetchBatch(limit: Limit, key: string): Promise<boolean> {
    const name = bucketName(limit, key);
    const known = fetching.get(name);
    if (known) return known;
    // For the same reason only a little is fetched of a small limit.
    const left = Math.min(BATCH, Math.ceil(limit.burst / 10));
    const fetched = grant(db, limit, key, left)
      .then((isGranted) => {
        if (batches.size >= MOST_BATCHES) batches.clear();
        if (isGranted) batches.set(name, { left, until: Date.now() + BATCH_LIFETIME });
        return isGranted;
      })
      .finally(() => fetching.delete(name));
    fetching.set(name, fetched);
    return fetched;
  }

  return {
    take,
    giveBack,
    takeAll: async (limits) => {
      const taken: Keyed[] = [];
      for (const [limit, key] of limits) {
        if (await grant(db, limit, key, 1)) {
          taken.push([limit, key]);
          continue;
        }
        for (const one of taken) await giveBack(...one);
        throw await tooMany(db, limit, key);
      }
    },
    tryTake: (limit, key) => grant(db, limit, key, 1),
    takeOften: async (limit, key) => {
      const name = bucketName(limit, key);
      while (!spend(name)) {
        if (!(await fetchBatch(limit, key))) return take(limit, key);
      }
    },
  };
}

function bucketName(limit: Limit, key: string): string {
  return `${limit.name}:${key}`;
}

async function grant(db: Db, limit: Limit, key: string, cost: number): Promise<boolean> {
  const filled = sql`least(${limit.burst}::float8, bucket.tokens
    + extract(epoch from now() - bucket.refilled_at) * ${limit.burst / limit.seconds}::float8)`;
  const granted = await changeRows(
    db,
    sql`insert into rate_limits as bucket (key, tokens, refilled_at)
        values (${bucketName(limit, key)}, ${limit.burst - cost}, now())
        on conflict (key) do update
        set tokens = ${filled} - ${cost}::float8, refilled_at = now()
        where ${filled} >= ${cost}::float8`,
  );
  return granted > 0;
}

async function tooMany(db: Db, limit: Limit, key: string): Promise<Failure> {
  const bucket = await findRow<{ tokens: number }>(
    db,
    sql`select tokens + extract(epoch from now() - refilled_at)::float8
          * ${limit.burst / limit.seconds}::float8 as tokens
        from rate_limits where key = ${bucketName(limit, key)}`,
  );
  const missing = Math.max(0, 1 - (bucket?.tokens ?? 0));
  const retryAfter = Math.max(1, Math.ceil((missing * limit.seconds) / limit.burst));
  return new Failure('E_RATE_LIMITED', undefined, { retryAfter });
}
