import type { DraftChange, Screen } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { type ChangedSince, MOST_CHANGED_LISTED } from '@causeway/contract/ledger.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { inUserTransaction, type UserTransaction } from '#platform/connectors/sql/transaction.ts';
import { listChangesBackwards, type StoredChange, withKeyOf } from '#platform/ledger/changes.ts';
import { recordWritten } from '#platform/ledger/cascades.ts';
import { addCounts, markNotRevertible, type OpenChangeSet } from '#platform/ledger/ledger.ts';
import { noteTable } from '#platform/ledger/record-changes.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import { orderChanges } from '#platform/rows/order-changes.ts';
import { isTaken } from '#platform/rows/write-postponing.ts';
import { writeRows } from '#platform/rows/write-rows.ts';
import type { Services } from '#platform/services.ts';
import { leaveReferred } from './came-since.ts';
import { inverseOf, lockUntouched } from './inverse.ts';
import { deleteBulk, listBulkInserts } from './revert-bulk.ts';
import type { StoredSet } from './sets.ts';

export type Reverting = {
  opened: OpenedSql;
  actor: ProjectActor;
  signal: AbortSignal;
  set: StoredSet;
  screen: Screen;
  /** Take back what is untouched and leave the rest, instead of refusing. */
  skipChanged: boolean;
};

type Changed = ChangedSince['changed'][number];
type Counts = Record<DraftChange['kind'], number>;

type Pace = { changesAtOnce: number; rowsAtOnce: number };

const USUAL: Pace = { changesAtOnce: 1_000, rowsAtOnce: 500 };
/** Where values stand in each other's way, as many as may belong together are looked at, and written one by one. */
const CAREFUL: Pace = { changesAtOnce: 10_000, rowsAtOnce: 1 };

/**
 * Takes a set back in one transaction, from its last change to its first. Rows that are no longer
 * what the set made them are left, or all of it is refused.
 */
export async function revertSet(services: Services, reverting: Reverting) {
  refuseIrrevertible(reverting.set);
  const { databases } = services;
  const { opened, signal } = reverting;
  const attempt = (pace: Pace) =>
    recording(services, (open) => {
      return inUserTransaction(databases, opened.target, signal, (transaction) => {
        return takeBack(services, reverting, { transaction, open, pace });
      });
    });
  const { result, changeSetId } = await attempt(USUAL).catch((error: unknown) => {
    if (isTaken(error)) return attempt(CAREFUL);
    throw error;
  });
  const { counts, left } = result;
  return {
    changeSetId,
    inserted: counts.insert,
    updated: counts.update,
    deleted: counts.delete,
    left,
  };
}

function refuseIrrevertible({ status, notRevertible }: StoredSet): void {
  if (status === 'done' && notRevertible === null) return;
  const reason = notRevertible ?? status;
  throw new Failure('E_NOT_REVERTIBLE', reasons[reason], { reason });
}

const reasons: Record<string, string> = {
  'no-key': 'Rows of this table can not be told apart, so none of them can be found again.',
  'too-many-rows': 'So many rows were written that what they were was not kept.',
  statement: 'What this statement changed was not kept row by row.',
  'database-rule':
    'A rule of the database did something else than was asked, so what was is not known.',
  'partly-seen':
    'Not all of what was deleted or went along could be seen, so it can not be put back whole.',
  expired: 'This was so long ago that what the rows were is not kept any more.',
  pending: 'It is not known yet whether this took effect. Try again in a minute.',
  unknown: 'Nobody can tell whether this took effect.',
};

async function takeBack(
  services: Services,
  reverting: Reverting,
  { transaction, open, pace }: { transaction: UserTransaction; open: OpenSet; pace: Pace },
) {
  const { db } = services;
  const { set, skipChanged } = reverting;
  const counts: Counts = { insert: 0, update: 0, delete: 0 };
  const changed: Changed[] = [];
  let left = 0;
  const held = new Map<number, string[][]>();
  let own: OpenChangeSet | undefined;
  for (const bulk of await listBulkInserts(db, set.id)) {
    const undoing = {
      sqlCatalog: services.sqlCatalog,
      target: reverting.opened.target,
      transaction,
      writtenBy: set.transactionId,
    };
    const gone = await deleteBulk(undoing, bulk);
    left += gone.left;
    counts.delete += gone.deleted;
    if (gone.deleted === 0) continue;
    own ??= await open(newSet(reverting, transaction.id));
    await noteTable(db, own, gone.table);
    await addCounts(db, own, { insert: 0, update: 0, delete: gone.deleted });
    // What the rows were was not kept, so this is for good.
    await markNotRevertible(db, own, 'too-many-rows');
  }
  for await (const [table, changes] of tablesBackwards(services, reverting, pace)) {
    const { query } = transaction;
    const { target } = reverting.opened;
    const { transactionId } = set;
    const untouched = await leaveReferred(
      services,
      { target, query, table, transactionId, held },
      await lockUntouched(query, table, { changes, transactionId }),
    );
    left += untouched.changed.length;
    changed.push(...untouched.changed.slice(0, MOST_CHANGED_LISTED - changed.length));
    // Once it is clear that all will be refused, the rest is only looked at, to be able to say it.
    if (untouched.changes.length === 0 || (left > 0 && !skipChanged)) continue;
    own ??= await open(newSet(reverting, transaction.id));
    const inverse = untouched.changes
      .map((change) => inverseOf(table, change))
      // A change that changed nothing has nothing to take back.
      .filter((change) => change.kind !== 'update' || Object.keys(change.values).length > 0);
    const written = await writeRows(
      {
        query,
        table,
        rows: untouched.rows,
        atOnce: pace.rowsAtOnce,
        postpones: pace === CAREFUL,
        restores: true,
      },
      orderChanges(table, inverse, untouched.rows),
    );
    await recordWritten(services, own, { target, query, table, changes: written });
    for (const { kind } of written) counts[kind] += 1;
  }
  if (left > 0 && !skipChanged) {
    throw new Failure('E_VERSION_CONFLICT', undefined, { changed, total: left });
  }
  return { counts, left };
}

function newSet({ opened, actor, screen, set }: Reverting, transactionId: string) {
  return {
    projectId: actor.project.id,
    connectorId: opened.target.id,
    actor,
    screen,
    kind: 'revert' as const,
    transactionId,
    revertsId: set.id,
  };
}

/** The changes of a set from its last to its first, those of one table together. */
async function* tablesBackwards(
  { db, sqlCatalog }: Services,
  { opened, set }: Reverting,
  { changesAtOnce: limit }: Pace,
): AsyncGenerator<[CatalogTable, StoredChange[]]> {
  let before = 2 ** 31 - 1;
  for (;;) {
    const changes = await listChangesBackwards(db, set.id, { before, limit });
    for (const group of inRuns(changes)) {
      const { schema, table: name } = group[0] as StoredChange;
      const table = await sqlCatalog.readTable(opened.target, { schema, table: name }, 'checked');
      yield [withKeyOf(table, group), group];
    }
    if (changes.length < limit) return;
    before = changes.at(-1)?.position ?? 0;
  }
}

/** Neighbours of the same table. */
function inRuns(changes: StoredChange[]): StoredChange[][] {
  const runs: StoredChange[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run?.[0]?.shapeId === change.shapeId) run.push(change);
    else runs.push([change]);
  }
  return runs;
}
