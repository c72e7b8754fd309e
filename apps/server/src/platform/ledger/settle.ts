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
const SETS_A_ROUND = 200;

/** Sets that have been pending for a while, of any project. */
export async function settleOldSets(services: Needed): Promise<void> {
  const { db, logger } = services;
  const sets = await listRows<PendingSet>(
    db,
    sql`select ${columns} from change_sets
        where status = 'pending' and at < now() - ${OLD_ENOUGH}::interval
        order by at limit ${SETS_A_ROUND}`,
  );
  for (const set of sets) {
    await settle(services, set).catch((error: unknown) => {
      logger.info({ err: error, changeSet: set.id }, 'a change set can not be settled yet');
    });
  }
}

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
