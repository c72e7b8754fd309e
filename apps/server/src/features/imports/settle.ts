import { findOutcome } from '#platform/connectors/sql/transaction.ts';
import { findConnectorById, openSqlTarget } from '#platform/connectors/stored.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { settleSets } from '#platform/ledger/settle.ts';
import type { Services } from '#platform/services.ts';
import { endRun, type Ending, listSilentRuns, readImport, type StoredImport } from './queries.ts';
import { tell } from './tell.ts';

/**
 * Runs whose worker fell silent. Nothing was committed unless the transaction was about to be, and
 * then its number was noted: the user's database knows what became of it. One that is still open
 * belongs to a backend that has not noticed yet that nobody is there, or to a worker that could not
 * beat: it is asked again later.
 */
export async function settleSilentRuns(services: Services): Promise<void> {
  for (const stored of await listSilentRuns(services.db)) {
    await settleRun(services, stored).catch((error: unknown) => {
      services.logger.info({ err: error, importId: stored.id }, 'import can not be settled yet');
    });
  }
}

/** The import as it is known now: settled first where its worker is gone. */
export async function readSettled(services: Services, stored: StoredImport): Promise<StoredImport> {
  if (!stored.isSilent) return stored;
  await settleRun(services, stored).catch(() => {});
  return readImport(services.db, stored.id);
}

async function settleRun(services: Services, stored: StoredImport): Promise<void> {
  const ending = await findEnding(services, stored);
  if (!ending) return;
  const setId = stored.result?.changeSetId;
  if (setId) await settleSets(services, [setId]);
  const isOurs = await endRun(services.db, stored, ending);
  if (!isOurs) return;
  if (ending.result?.createdTable) await forgetCatalog(services, stored.connectorId);
  await tell(services, stored, ending.state);
}

async function findEnding(
  { db, secrets, databases }: Services,
  stored: StoredImport,
): Promise<Ending | undefined> {
  if (stored.transactionId === null) return stopped;
  const connector = await findConnectorById(db, stored.connectorId);
  if (!connector) return stopped;
  const target = openSqlTarget(secrets, connector);
  const outcome = await findOutcome(databases, target, stored.transactionId);
  if (outcome === 'in progress') return undefined;
  if (outcome === 'committed') return { state: 'done', result: stored.result };
  return outcome === 'aborted' ? stopped : unknown;
}

const stopped: Ending = {
  state: 'failed',
  result: null,
  error: {
    code: 'E_UNAVAILABLE',
    message: 'The server that ran it was stopped. Nothing was written; run it again.',
  },
};

const unknown: Ending = {
  state: 'failed',
  result: null,
  error: {
    code: 'E_OUTCOME_UNKNOWN',
    message:
      'The server that ran it was stopped while it committed. Look whether the rows are there.',
  },
};
