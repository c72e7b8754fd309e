import { unlessAway } from '#platform/connectors/unless-away.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { actFor } from '#platform/access/act-for.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { findOutcome } from '#platform/connectors/sql/transaction.ts';
import { settleSets } from '#platform/ledger/settle.ts';
import type { Ending, Run } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import type { StoredImport } from './queries.ts';

/**
 * An import whose process is gone. Nothing was committed unless the transaction was about to be, and
 * then its number was noted: the user's database knows what became of it. One that is still open
 * belongs to a backend that has not noticed yet that nobody is there: it is asked again later.
 */
export async function findEnding(
  services: Services,
  run: Run,
  stored: StoredImport,
): Promise<'later' | Ending> {
  const asking = outcomeOf(services, run, stored);
  const outcome = await unlessAway(services, asking, 'in progress' as const);
  if (outcome === 'in progress') return 'later';
  const setId = stored.result?.changeSetId;
  if (setId) await settleSets(services, [setId]);
  if (outcome !== 'committed') return outcome === 'aborted' ? stopped : unknown;
  if (stored.result?.createdTable) await forgetCatalog(services, stored.connectorId);
  return { outcome: 'done', failure: undefined };
}

async function outcomeOf(
  services: Services,
  run: Run,
  { connectorId, transactionId }: StoredImport,
) {
  const { db, databases, openedConnectors } = services;
  if (transactionId === null) return 'aborted';
  const acting = actFor(db, run, { action: 'sql.read', connectorId });
  const actor = await unlessAway(services, acting, undefined);
  if (!actor) return undefined;
  const { target } = await openedConnectors.sql(db, actor.project);
  return findOutcome(databases, target, transactionId);
}

const stopped: Ending = {
  outcome: 'failed',
  failure: new Failure(
    'E_UNAVAILABLE',
    'The server that ran it was stopped. Nothing was written; run it again.',
  ),
};

const unknown: Ending = {
  outcome: 'failed',
  failure: new Failure(
    'E_OUTCOME_UNKNOWN',
    'The server that ran it was stopped while it committed. Look whether the rows are there.',
  ),
};
