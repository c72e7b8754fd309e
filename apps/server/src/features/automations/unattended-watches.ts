import { findForUpkeep, openSqlTarget } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { removeStatements } from './running/row-outbox.ts';
import { listWatches, type Watch } from './taken-watches.ts';

type Needed = Pick<Services, 'db' | 'secrets' | 'databases' | 'logger'>;

/** Nobody waits for it, but neither do the tables of people: a lock is waited for this long. */
const patience = `select set_config('lock_timeout', '5s', false),
  set_config('statement_timeout', '15s', false)`;

/**
 * Takes out of databases what the row triggers of a project put there, for a project that is erased
 * and has nobody left to do it for: its last member's account is, or it has rested long enough. Its
 * credentials are still there, so this comes before the erasing, which is repeated until it is done, and
 * so is this. A database that does not answer then keeps nobody from being erased.
 */
export async function takeOutUnattended(services: Needed, projectId: string): Promise<void> {
  const watches = await listWatches(services.db, projectId);
  const byConnector = Map.groupBy(watches, ({ trigger }) => trigger.connectorId ?? '');
  await Promise.all(
    [...byConnector].map(async ([connectorId, ofOne]) => {
      try {
        await takeOutOf(services, connectorId, ofOne);
      } catch (error) {
        // Whatever it is: an account is erased when it was promised to be.
        const { logger } = services;
        logger.warn({ err: error, projectId, connectorId }, 'row triggers stay in a database');
      }
    }),
  );
}

async function takeOutOf(
  { db, secrets, databases }: Needed,
  connectorId: string,
  watches: Watch[],
): Promise<void> {
  const connector = await findForUpkeep(db, 'watch-removal', connectorId);
  if (!connector) return;
  await databases.withFresh(openSqlTarget(secrets, connector), async ({ client }) => {
    await client.query(patience);
    for (const { workflowId, trigger } of watches) {
      for (const statement of removeStatements(workflowId, trigger)) await client.query(statement);
    }
  });
}
