import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toUnits } from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { type Database, openDatabase, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { accountOf, type OpenAccount, openAccount } from './accounts.ts';
import { bringUpToDate, give, reverse } from './book.ts';
import { findDisagreements } from './check.ts';
import { createCredits } from './credits.ts';
import { giveBack, reserve, settle } from './holds.ts';
import { setCap } from './limits.ts';
import { closeAccount } from './marks.ts';

/**
 * Whatever happens to an account, in whatever order and from two instances at once, all its sums
 * agree. What happens is drawn from a seed, so that what fails once fails again.
 */
const logger = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let instances: Database[];

beforeAll(async () => {
  database = await createTestDatabase();
  instances = [openDatabase(database.url, logger), openDatabase(database.url, logger)];
});
afterAll(async () => {
  await Promise.all(instances.map((db) => db.close()));
  await database.drop();
});

type Draw = { below(limit: number): number; oneOf<Item>(items: readonly Item[]): Item };

/** Small and good enough: mulberry32. */
function drawFrom(seed: number): Draw {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, oneOf: (items) => items[below(items.length)]! };
}

type Life = {
  accountId: string;
  projectId: string;
  userId: string;
  name: string;
  holds: string[];
  sources: string[];
  count: number;
};

type Command = (db: Database, life: Life, draw: Draw) => Promise<unknown>;

const DAY_MS = 86_400_000;
/** Uneven on purpose: what is rounded must be found. */
const some = (draw: Draw) => toUnits(BigInt(1 + draw.below(9_000_000)));

async function onAccount(
  db: Database,
  { accountId }: Life,
  work: (account: OpenAccount, tx: Tx) => Promise<unknown>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await openAccount(tx, accountId);
    await work(account, tx);
    await closeAccount(tx, account);
  });
}

const used = ({ userId, projectId }: Life, draw: Draw) => ({
  meter: 'ai.output',
  priceId: 'ai.output:1',
  quantity: BigInt(draw.below(5_000)),
  causeKind: 'answer',
  causeId: projectId,
  actorKind: 'person',
  actorId: userId,
});

const commands: Record<string, Command> = {
  grant: (db, life, draw) => {
    const source = `${life.name}:${(life.count += 1)}`;
    life.sources.push(source);
    return onAccount(db, life, (account, tx) =>
      give(tx, account, {
        kind: draw.oneOf(['promo', 'plan', 'goodwill', 'paid'] as const),
        amount: some(draw),
        priority: draw.below(2),
        expiresAt: draw.below(2) === 0 ? new Date(Date.now() + draw.below(40) * DAY_MS) : null,
        source,
      }),
    );
  },
  reserve: (db, life, draw) => {
    const cause = `${life.name}:${(life.count += 1)}`;
    life.holds.push(cause);
    const { accountId, projectId } = life;
    return db.transaction((tx) => reserve(tx, { accountId, projectId, cause, amount: some(draw) }));
  },
  settle: (db, life, draw) =>
    db.transaction((tx) => settle(tx, draw.oneOf(life.holds) ?? '', [used(life, draw)])),
  giveBack: (db, life, draw) => db.transaction((tx) => giveBack(tx, draw.oneOf(life.holds) ?? '')),
  gather: (db, life, draw) => {
    const credits = createCredits({ db, logger, defaultPlan: 'free' });
    const meter = draw.oneOf(['workflow.run', 'export.row', 'storage.byte_day'] as const);
    const { priceId: _priceId, ...about } = used(life, draw);
    const quantity = BigInt(draw.below(meter === 'storage.byte_day' ? 2_000_000_000 : 90));
    const { projectId } = life;
    const charged = db.transaction((tx) =>
      credits.charge(tx, [{ ...about, projectId, meter, quantity }]),
    );
    return charged.finally(() => credits.stop());
  },
  expire: (db, life, draw) =>
    onAccount(db, life, (account, tx) =>
      bringUpToDate(tx, account, new Date(Date.now() + draw.below(60) * DAY_MS)),
    ),
  takeBack: (db, life, draw) => {
    const source = draw.oneOf(life.sources) ?? '';
    return onAccount(db, life, async (account, tx) => {
      const { amount } = await readRow<{ amount: string }>(
        tx,
        sql`select coalesce(max(amount_u), 0)::bigint as amount from credit_grants
            where source = ${source}`,
      );
      const reversed = toUnits((BigInt(amount) * BigInt(draw.below(5))) / 4n);
      const key = `${life.name}:back:${(life.count += 1)}`;
      await reverse(tx, account, { source, reversed, key });
    });
  },
  cap: (db, life, draw) =>
    onAccount(db, life, (account, tx) => {
      const cap = draw.below(3) === 0 ? null : some(draw);
      return setCap(tx, account, { scope: 'account', scopeId: account.id, cap });
    }),
};

const expected = new Set(['E_CREDITS_EXHAUSTED', 'E_SPEND_CAP']);

async function live(db: Database, life: Life, draw: Draw, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const command = commands[draw.oneOf(Object.keys(commands))]!;
    await command(db, life, draw).catch((error: unknown) => {
      if (!(error instanceof Failure && expected.has(error.code))) throw error;
    });
  }
}

const SEEDS = 12;

test('TEAM-9 whatever happens to an account, in any order and from two instances, its sums agree and no hold ends twice', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const [db] = instances as [Database, Database];
    const user = await createUser(db);
    const { id: projectId } = await createProject(db, { owner: user });
    const accountId = await accountOf(db, user.id, 'free');
    const shared = { accountId, projectId, userId: user.id };
    const lives = instances.map((_, at) => ({
      ...shared,
      name: `${accountId}:${at}`,
      holds: [],
      sources: [],
      count: 0,
    }));
    // Each also ends what the other began.
    lives[1]!.holds = lives[0]!.holds;
    lives[1]!.sources = lives[0]!.sources;
    await Promise.all(
      instances.map((instance, at) => live(instance, lives[at]!, drawFrom(seed * 7 + at), 30)),
    );
    expect({ seed, wrong: await findDisagreements(db, [accountId]) }).toEqual({ seed, wrong: [] });
    const { twice } = await readRow<{ twice: number }>(
      db,
      sql`select count(*)::int as twice from (
            select cause_id from credit_ledger where account_id = ${accountId}
              and key like 'hold:%' group by split_part(key, ':', 2), cause_id, meter
            having count(*) > 1) doubled`,
    );
    expect(twice).toBe(0);
  }
});
