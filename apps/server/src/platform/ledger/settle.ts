import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { findOutcome } from '#platform/connectors/sql/transaction.ts';
import { findForUpkeep, openSqlTarget } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { abandonChangeSet, closeChangeSet } from './ledger.ts';
import { looksDone } from './looks-done.ts';

/**
 * Pending sets whose writer is gone. The user's database knows its transactions by their number for
 * a long time; where it does not any more, the rows are looked at.
 */
export type Settled = 'done' | 'gone' | 'running' | 'unknown';

type PendingSet = { id: string; connectorId: string; transactionId: string | null };
type Needed = Pick<Services, 'db' | 'secrets' | 'databases' | 'sqlCatalog' | 'logger'>;

/** Says of each set what came of it; throws when the user's database can't be asked. */
export async function settleSets(services: Needed, ids: readonly string[]): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const set of await listPending(services.db, ids)) settled.push(await settle(services, set));
  return settled;
}

const OLD_ENOUGH = '1 minute';
const SETS_A_PAGE = 200;
const DATABASES_AT_ONCE = 4;
/** The next pass begins a minute after this one did. */
const PASS_MS = 50_000;

/**
 * Sets that have been pending for a while, of any project. A database after the other in no certain
 * order, so that no pass ends before the same ones: one that is away is left after its first set.
 */
export async function settleOldSets(services: Needed): Promise<void> {
  const until = Date.now() + PASS_MS;
  const waiting = await listRows<{ id: string }>(
    services.db,
    sql`select id from (select distinct connector_id as id from change_sets where ${isOld}) known
        order by random()`,
  );
  const work = async () => {
    for (let next = waiting.pop(); next && Date.now() < until; next = waiting.pop()) {
      await settleSetsOf(services, next.id, until);
    }
  };
  await Promise.all(Array.from({ length: DATABASES_AT_ONCE }, work));
}

async function settleSetsOf(services: Needed, connectorId: string, until: number): Promise<void> {
  const { db, logger } = services;
  let after: PendingSet & { place: string } = { ...nowhere, connectorId };
  for (;;) {
    const sets = await listRows<typeof after>(
      db,
      sql`select ${columns}, at::text as place from change_sets
          where ${isOld} and connector_id = ${connectorId}
            and (at, id) > (${after.place}::timestamptz, ${after.id}::uuid)
          order by at, id limit ${SETS_A_PAGE}`,
    );
    for (const set of sets) {
      if (Date.now() > until) return;
      after = set;
      const isThere = await settle(services, set).then(
        () => true,
        (error: unknown) => {
          logger.info({ err: error, changeSet: set.id }, 'a change set can not be settled yet');
          return !isAway(error);
        },
      );
      if (!isThere) return;
    }
    if (sets.length < SETS_A_PAGE) return;
  }
}

/** Its other sets would wait as long for the same answer. */
function isAway(error: unknown): boolean {
  return error instanceof Failure && /^E_(UPSTREAM|EGRESS)/.test(error.code);
}

const nowhere = {
  id: '00000000-0000-0000-0000-000000000000',
  place: '-infinity',
  transactionId: null,
};
const isOld = sql`status = 'pending' and at < now() - ${OLD_ENOUGH}::interval`;
const columns = sql`id, connector_id as "connectorId", transaction_id as "transactionId"`;

function listPending(db: Db, ids: readonly string[]): Promise<PendingSet[]> {
  return listRows(
    db,
    sql`select ${columns} from change_sets
        where id = any(${ids}::uuid[]) and status = 'pending'`,
  );
}

async function settle(services: Needed, set: PendingSet): Promise<Settled> {
  const { db, secrets, databases } = services;
  const connector = await findForUpkeep(db, 'ledger-settling', set.connectorId);
  const target = connector && openSqlTarget(secrets, connector);
  const outcome =
    target && set.transactionId !== null
      ? await findOutcome(databases, target, set.transactionId)
      : undefined;
  if (outcome === 'in progress') return 'running';
  const seen = outcome ?? (target ? await looksDone(services, target, set.id) : undefined);
  if (seen === 'committed') {
    await closeChangeSet(db, set);
    return 'done';
  }
  if (seen === 'aborted') {
    await abandonChangeSet(db, set);
    return 'gone';
  }
  await changeRows(db, sql`update change_sets set status = 'unknown' where id = ${set.id}`);
  return 'unknown';
}
