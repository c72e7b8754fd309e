import type { Screen } from '@causeway/contract/tables/edits.ts';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import type { Inspection } from '#platform/connectors/sql/inspect-statement.ts';
import { type RunRequest, runStatement } from '#platform/connectors/sql/run-statement.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import {
  type QueryInTransaction,
  readTransactionId,
} from '#platform/connectors/sql/transaction.ts';
import type { Tx } from '#platform/db/database.ts';
import { keyText } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import { recordWritten } from './cascades.ts';
import { addCounts, markNotRevertible, type NewChangeSet, type OpenChangeSet } from './ledger.ts';
import { recordAccess } from './record-access.ts';
import { noteTable } from './record-changes.ts';
import { type OpenSet, recording } from './recording.ts';
import { compareImages } from './row-images.ts';
import { type Imaging, planImaging } from './statement-images.ts';

export type RecordedStatement = {
  opened: OpenedSql;
  actor: ProjectActor;
  screen: Screen;
  /** As somebody wrote it, but for passwords. */
  statement: string;
  inspection: Inspection;
};

/**
 * Runs a statement somebody wrote and keeps what the rows were that it wrote, if it can be known:
 * otherwise the ledger tells the statement, and that it can not be taken back.
 */
export async function runRecorded(
  services: Services,
  recorded: RecordedStatement,
  request: RunRequest,
): Promise<Completed> {
  return (await runInSet(services, recorded, request)).result;
}

/** The same, for who leads people to the set later. */
export function runInSet(
  services: Services,
  recorded: RecordedStatement,
  request: RunRequest,
): Promise<{ result: Completed; changeSetId: string | null }> {
  const { databases } = services;
  const { target } = recorded.opened;
  const write = async (open: OpenSet) => {
    if (request.mode !== 'rows') {
      const set = await open(newStatementSet(recorded, null));
      await markNotRevertible(services.db, set, 'statement');
      return runStatement(databases, target, request);
    }
    const imaging = await planImaging(services, target, recorded.inspection, request);
    return runStatement(databases, target, {
      ...imaging.request,
      beforeCommit: (completed, query) => {
        return record(services, recorded, { imaging, completed, query, open });
      },
    });
  };
  const whenDone = (tx: Tx) => recordAccess(tx, recorded);
  return recording(services, write, recorded.inspection.access.length > 0 ? { whenDone } : {});
}

type Ran = { imaging: Imaging; completed: Completed; query: QueryInTransaction; open: OpenSet };

async function record(services: Services, recorded: RecordedStatement, ran: Ran): Promise<void> {
  const { imaging, completed, query, open } = ran;
  const isNothing = recorded.inspection.written !== undefined && completed.rowCount === 0;
  if (isNothing && (imaging.keys?.length ?? 0) === 0) return;
  const openSet = async () => open(newStatementSet(recorded, await readTransactionId(query)));
  const reason = imaging.reason ?? (imaging.hasOverflown() ? 'too-many-rows' : undefined);
  const unknown = reason ?? (await recordImages(services, recorded, { imaging, query, openSet }));
  if (unknown === undefined) return;
  await recordWithout(services, { set: await openSet(), reason: unknown, ran, recorded });
}

/** Says why nothing was recorded, where it can't be told what the rows were. */
async function recordImages(
  services: Services,
  { opened, inspection }: RecordedStatement,
  ran: Pick<Ran, 'imaging' | 'query'> & { openSet(): Promise<OpenChangeSet> },
): Promise<NotRevertibleReason | undefined> {
  const { target } = opened;
  const { imaging, query, openSet } = ran;
  const { table, keys } = imaging;
  if (!table || !keys) return undefined;
  const unique = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const images = await compareImages(services, target, { query, table, keys: unique });
  const { changes, reason } = images;
  if (reason || changes.length === 0) return reason;
  const set = await openSet();
  await recordWritten(services, set, { target, query, table, changes });
  // A trigger gave a row another key, or brought back what was deleted.
  const wanted = inspection.written?.kind;
  const isOdd = changes.some(({ kind }) => wanted !== 'insert' && kind !== wanted);
  if (isOdd) await markNotRevertible(services.db, set, 'database-rule');
  return undefined;
}

async function recordWithout(
  { db }: Services,
  without: {
    set: OpenChangeSet;
    reason: NotRevertibleReason;
    ran: Ran;
    recorded: RecordedStatement;
  },
): Promise<void> {
  const { set, reason, ran, recorded } = without;
  const kind = recorded.inspection.written?.kind;
  const none = { insert: 0, update: 0, delete: 0 };
  if (ran.imaging.table) await noteTable(db, set, ran.imaging.table);
  if (kind) await addCounts(db, set, { ...none, [kind]: ran.completed.rowCount });
  await markNotRevertible(db, set, reason);
}

/** A set that tells of SQL somebody wrote. */
export function newStatementSet(
  { opened, actor, screen, statement }: RecordedStatement,
  transactionId: string | null,
): NewChangeSet {
  return {
    projectId: actor.project.id,
    connectorId: opened.target.id,
    actor,
    screen,
    kind: 'sql',
    transactionId,
    statement,
  };
}
