import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { Screen } from '@causeway/contract/tables/edits.ts';
import type { RunRequest } from '#platform/connectors/sql/run-statement.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { readTransactionId } from '#platform/connectors/sql/transaction.ts';
import { findCascades, recordFoundCascades } from '#platform/ledger/cascades.ts';
import { markNotRevertible, recordChanges } from '#platform/ledger/ledger.ts';
import { recording } from '#platform/ledger/recording.ts';
import { keyIn } from '#platform/rows/cells.ts';
import { keyText, readRows } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import type { TableCall } from '../open-table.ts';

type Wanted = { kind: 'insert' } | { kind: 'delete' } | { kind: 'update'; key: string[] };
type BeforeCommit = NonNullable<RunRequest['beforeCommit']>;

/**
 * Writes a row and keeps what it was. `write` answers with all columns of the row. What an updated
 * row was before is read beside the transaction that holds it: until the commit, everybody else still
 * sees it as it was, and nobody can change it.
 */
export async function recordRow(
  services: Services,
  call: TableCall,
  { screen, wanted }: { screen: Screen; wanted: Wanted },
  write: (beforeCommit: BeforeCommit) => Promise<Completed>,
): Promise<Completed> {
  const { db } = services;
  const { table, opened, actor } = call;
  const { result } = await recording(services, (open) => {
    return write(async ({ rows }, query) => {
      if (rows.count === 0) return;
      const cells = rows.last().slice(0, table.columns.length);
      const [old, transactionId] = await Promise.all([
        oldCells(services, call, { wanted, cells }),
        readTransactionId(query),
      ]);
      const after = wanted.kind === 'delete' ? null : cells;
      const change = {
        kind: wanted.kind,
        keyBefore: old && keyIn(table, old),
        keyAfter: after && keyIn(table, after),
        before: old,
        after,
      };
      const changes = [change];
      const { target } = opened;
      const cascades = await findCascades(services, { target, query, table, changes });
      const set = {
        projectId: actor.project.id,
        connectorId: target.id,
        actor,
        screen,
        kind: 'row' as const,
        transactionId,
      };
      const reason = whyNotRevertible(call, wanted, old);
      if (cascades.groups.length === 0) {
        await open(set, { only: { table, change, reason: reason ?? cascades.reason } });
        return;
      }
      await db.transaction(async (tx) => {
        const opening = await open(set, { db: tx });
        await recordFoundCascades(tx, opening, cascades);
        await recordChanges(tx, opening, table, changes);
        if (reason) await markNotRevertible(tx, opening, reason);
      });
    });
  });
  return result;
}

function whyNotRevertible(
  { table }: TableCall,
  wanted: Wanted,
  old: readonly (string | null)[] | null,
): NotRevertibleReason | undefined {
  if (!table.key) return 'no-key';
  return wanted.kind === 'update' && !old ? 'database-rule' : undefined;
}

async function oldCells(
  { databases }: Services,
  { table, opened }: TableCall,
  { wanted, cells }: { wanted: Wanted; cells: (string | null)[] },
): Promise<readonly (string | null)[] | null> {
  if (wanted.kind === 'insert') return null;
  if (wanted.kind === 'delete') return cells;
  const found = await readRows(
    ({ text, values }) => databases.read(opened.target, text, [...values]),
    table,
    [wanted.key],
  );
  return found.get(keyText(wanted.key))?.cells ?? null;
}
