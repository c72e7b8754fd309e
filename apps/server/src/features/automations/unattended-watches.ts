import { findOwnForUpkeep, openSqlTarget } from '#platform/connectors/stored.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { removeStatements } from './running/row-outbox.ts';
import { listWatches, type Watch } from './taken-watches.ts';

type Needed = Pick<Services, 'secrets' | 'databases' | 'logger'> & { db: Db };

/** How long a database is tried, and how long one of its tables is waited for: people use those. */
type Patience = { databaseMs?: number; lockMs?: number };

/**
 * Takes out of databases what the row triggers of a project put there, for a project that is erased
 * and has nobody left to do it for: its last member's account is, or it has rested long enough. Its
 * credentials are still there, so this comes before the erasing, which is repeated until it is done, and
 * so is this. Which databases, was written into drafts: only those of the project are changed. Whatever
 * a database or a workflow is like keeps nobody from being erased: an account goes when it was promised to.
 */
export async function takeOutUnattended(
  services: Needed,
  projectId: string,
  { databaseMs = 60_000, lockMs = 5_000 }: Patience = {},
): Promise<void> {
  const watches = await listWatches(services.db, projectId);
  const byConnector = Map.groupBy(watches, ({ trigger }) => trigger.connectorId ?? '');
  const all = [...byConnector].map(async ([id, ofOne]) => {
    const over = AbortSignal.timeout(databaseMs);
    const given = Promise.withResolvers<never>();
    over.addEventListener('abort', () => given.reject(over.reason));
    try {
      const done = takeOutOf(services, { projectId, id, watches: ofOne, lockMs, over });
      await Promise.race([done, given.promise]);
    } catch (error) {
      leave(services, { projectId, connectorId: id, error });
    }
  });
  await Promise.all(all);
}

type Asked = { projectId: string; id: string; watches: Watch[]; lockMs: number; over: AbortSignal };

async function takeOutOf(services: Needed, asked: Asked): Promise<void> {
  const { db, secrets, databases } = services;
  const { projectId, id, watches, lockMs, over } = asked;
  const connector = await findOwnForUpkeep(db, 'watch-removal', { projectId, id });
  // What its owner closed to writing stays closed, for us as well.
  if (!connector || connector.settings.readOnly) return;
  const target = openSqlTarget(secrets, connector);
  await databases.withFresh(
    target,
    async ({ client }) => {
      await client.query(
        `select set_config('lock_timeout', '${lockMs}ms', false),
           set_config('statement_timeout', '15s', false)`,
      );
      for (const { workflowId, trigger } of watches) {
        try {
          for (const statement of removeStatements(workflowId, trigger)) {
            await client.query(statement);
          }
        } catch (error) {
          leave(services, { projectId, connectorId: id, error });
        }
      }
    },
    over,
  );
}

function leave(
  { logger }: Pick<Needed, 'logger'>,
  { error, ...where }: { projectId: string; connectorId: string; error: unknown },
): void {
  logger.warn({ err: error, ...where }, 'row triggers stay in a database');
}
