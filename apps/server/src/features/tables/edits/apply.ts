import {
  type AppliedDraft,
  type DraftChange,
  MOST_CONFLICTS_LISTED,
  MOST_ROWS_ANSWERED,
  type Screen,
} from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import {
  inUserTransaction,
  type QueryInTransaction,
  type UserTransaction,
} from '#platform/connectors/sql/transaction.ts';
import { recordWritten } from '#platform/ledger/cascades.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import { asTextKey, keysOfChanges, keyValues } from '#platform/rows/cells.ts';
import { findConflicts } from '#platform/rows/find-conflicts.ts';
import { keyText, lockRows, readRows } from '#platform/rows/lock-rows.ts';
import { orderChanges } from '#platform/rows/order-changes.ts';
import { isTaken } from '#platform/rows/write-postponing.ts';
import { type WrittenChange, writeRows } from '#platform/rows/write-rows.ts';
import type { Services } from '#platform/services.ts';
import { checkChanges } from './check-changes.ts';
import {
  claimChanges,
  type DraftPlace,
  removeApplied,
  removeChanges,
  type StoredDraft,
  tellOwner,
} from './drafts.ts';
import { withColumnAtFault } from './column-at-fault.ts';
import { endingBeside, type TableCall } from '../open-table.ts';

export type Applying = {
  call: TableCall;
  place: DraftPlace;
  draft: StoredDraft;
  screen: Screen;
};

/** Rows a statement writes at once; a draft that fails is tried again one by one, to say which. */
const ROWS_AT_ONCE = 500;

/** Writes a draft to its table in one transaction, or nothing of it. */
export async function applyDraft(services: Services, applying: Applying): Promise<AppliedDraft> {
  const { db } = services;
  const { call, draft, place } = applying;
  const changes = checkChanges(call.table, draft.changes);
  const refs = draft.changes.map(({ ref }) => ref);
  if (changes.length === 0) {
    await db.transaction(async (tx) => {
      await removeChanges(tx, draft, refs);
      if (refs.length > 0) await tellOwner(services, tx, place);
    });
    return { changeSetId: null, inserted: 0, updated: 0, deleted: 0, rows: [] };
  }
  const write = (atOnce: number) => {
    return recording(
      services,
      (open) => writeDraft(services, applying, { changes, open, atOnce }),
      {
        whenDone: async (tx, set) => {
          await removeApplied(tx, draft.id, set.id);
          await tellOwner(services, tx, place);
        },
        ...endingBeside(call),
      },
    );
  };
  const { result, changeSetId } = await write(ROWS_AT_ONCE).catch((error: unknown) => {
    if (!isAboutSomeRow(error) || changes.length === 1) throw error;
    return write(1);
  });
  return toAnswer(call, result, changeSetId);
}

async function writeDraft(
  services: Services,
  applying: Applying,
  plan: { changes: DraftChange[]; open: OpenSet; atOnce: number },
): Promise<WrittenChange[]> {
  const { opened, table, signal } = applying.call;
  const { changes, open, atOnce } = plan;
  const keys = keysOfChanges(table, changes);
  const work = async ({ id, query }: UserTransaction) => {
    const rows = await lockRows(query, table, keys);
    const conflicts = findConflicts(table, changes, rows);
    await refuseKept(query, table, conflicts);
    refuseConflicts(conflicts);
    const set = await claim(services, applying, { transactionId: id, open });
    const ordered = orderChanges(table, changes, rows);
    const written = await writeRows(
      { query, table, rows, atOnce, postpones: atOnce === 1 },
      ordered,
    );
    const { target } = opened;
    await recordWritten(services, set, { target, query, table, changes: written });
    return written;
  };
  return inUserTransaction(services.databases, opened.target, signal, work).catch(
    async (error: unknown) => {
      throw await withColumnAtFault(services, applying.call, { error, changes });
    },
  );
}

/** Opens the set and hands it the changes: nobody else can apply them any more. */
function claim(
  { db }: Services,
  { call, draft, screen }: Applying,
  { transactionId, open }: { transactionId: string; open: OpenSet },
) {
  return db.transaction(async (tx) => {
    const set = await open(
      {
        projectId: call.actor.project.id,
        connectorId: call.opened.target.id,
        actor: call.actor,
        screen,
        kind: 'draft',
        transactionId,
      },
      { db: tx },
    );
    const refs = draft.changes.map(({ ref }) => ref);
    const claimed = await claimChanges(tx, draft, set.id, refs);
    if (claimed !== refs.length) throw new Failure('E_DRAFT_BUSY');
    return set;
  });
}

/** A row that can be seen and not held is not gone: a policy of the database keeps it as it is. */
async function refuseKept(
  query: QueryInTransaction,
  table: CatalogTable,
  conflicts: ReturnType<typeof findConflicts>,
): Promise<void> {
  const gone = conflicts.filter(({ theirs }) => theirs === null);
  if (gone.length === 0) return;
  const keys = gone.map(({ key }) => keyValues(table, key));
  const seen = await readRows(query, table, keys);
  const kept = gone.find((_, index) => seen.has(keyText(keys[index] ?? [])));
  if (!kept) return;
  const message = 'A policy of the database keeps this row from being changed.';
  throw new Failure('E_SQL_FORBIDDEN', message, { ref: kept.ref });
}

function refuseConflicts(conflicts: ReturnType<typeof findConflicts>): void {
  if (conflicts.length === 0) return;
  throw new Failure('E_VERSION_CONFLICT', undefined, {
    conflicts: conflicts.slice(0, MOST_CONFLICTS_LISTED),
    total: conflicts.length,
  });
}

/** The database refused what some row would have become; which one, or in which order, is not said yet. */
function isAboutSomeRow(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code.startsWith('E_SQL_') &&
    error.code !== 'E_SQL_FORBIDDEN' &&
    (error.details?.ref === undefined || isTaken(error))
  );
}

function toAnswer(
  { table }: TableCall,
  written: WrittenChange[],
  changeSetId: string | null,
): AppliedDraft {
  const count = (kind: DraftChange['kind']) => written.filter((one) => one.kind === kind).length;
  const there = written.filter(({ kind }) => kind !== 'delete');
  return {
    changeSetId,
    inserted: count('insert'),
    updated: count('update'),
    deleted: count('delete'),
    rows: (there.length > MOST_ROWS_ANSWERED ? [] : there).map(({ ref, keyAfter, version }) => ({
      ref,
      key: keyAfter && table.key ? asTextKey(table.key, keyAfter) : null,
      version,
    })),
  };
}
