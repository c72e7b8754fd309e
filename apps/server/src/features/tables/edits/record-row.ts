import { Failure } from '@causeway/contract/errors.ts';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { Screen } from '@causeway/contract/tables/edits.ts';
import type { HiddenColumns } from '#platform/connectors/sql/json-rows.ts';
import type { RunRequest } from '#platform/connectors/sql/run-statement.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import { findWritten, recordFound } from '#platform/ledger/cascades.ts';
import { markNotRevertible } from '#platform/ledger/ledger.ts';
import { isLostInPart } from '#platform/ledger/record-changes.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import { keyIn } from '#platform/rows/cells.ts';
import { keyText, readRows } from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import { endingBeside, type TableCall } from '../open-table.ts';

type Wanted = { kind: 'insert' } | { kind: 'delete' } | { kind: 'update'; key: string[] };

/** What the statement that writes answers besides the row, for us: columns, and how they are taken. */
export type RecordedWrite = Pick<RunRequest, 'beforeCommit' | 'hidden'> & {
  /** Stands behind RETURNING, and behind the list of columns. */
  naming: Sql;
  besides: Sql;
};

/**
 * Writes a row and keeps what it was. `write` answers with all columns of the row. What an updated row
 * was before, the database tells along with it, from Postgres 18 on. Before, it is read beside the
 * transaction that holds it: until the commit, everybody else still sees it as it was, and nobody can
 * change it.
 */
export async function recordRow(
  services: Services,
  call: TableCall,
  { screen, wanted }: { screen: Screen; wanted: Wanted },
  write: (how: RecordedWrite) => Promise<Completed>,
): Promise<Completed> {
  const told = new ToldBesides(services, call, wanted);
  const { result } = await recording(
    services,
    (open) => {
      return write({
        naming: told.naming,
        besides: told.besides,
        hidden: told,
        beforeCommit: async ({ rows, fields }, query) => {
          if (rows.count === 0) return;
          if (rows.count > 1) throw severalRows();
          // The answer names them: after the commit nothing of it may fail any more.
          await services.typeNames.of(
            call.opened.target,
            fields.map(({ dataTypeID }) => dataTypeID),
          );
          const cells = rows.last().slice(0, call.table.columns.length);
          const old = await oldCells(services, call, { wanted, cells, told });
          const { transactionId } = told;
          await recordChange(services, call, {
            open,
            query,
            transactionId,
            screen,
            wanted,
            cells,
            old,
          });
        },
      });
    },
    endingBeside(call),
  );
  return result;
}

/** A key holds for the rows of one table, and not for those of tables that inherit from it. */
export function severalRows(): Failure {
  return new Failure(
    'E_SQL_FAILED',
    'Several rows have this key, since tables that inherit from this one repeat it.',
  );
}

type Written = {
  open: OpenSet;
  query: QueryInTransaction;
  transactionId: string;
  screen: Screen;
  wanted: Wanted;
  cells: (string | null)[];
  old: readonly (string | null)[] | null;
};

async function recordChange(services: Services, call: TableCall, written: Written): Promise<void> {
  const { table, opened, actor } = call;
  const { open, query, transactionId, screen, wanted, cells, old } = written;
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
  const found = await findWritten(services, { target, query, table, changes });
  const set = {
    projectId: actor.project.id,
    connectorId: target.id,
    actor,
    screen,
    kind: 'row' as const,
    transactionId,
  };
  const unknown = whyNotRevertible(call, wanted, old);
  const [only, ...more] = found.groups;
  if (only?.table.oid === table.oid && more.length === 0) {
    const lost = isLostInPart(only.table, wanted.kind) ? 'partly-seen' : undefined;
    const reason = unknown ?? lost ?? found.reason;
    await open(set, { only: { table: only.table, change, reason } });
    return;
  }
  await services.db.transaction(async (tx) => {
    const opening = await open(set, { db: tx });
    await recordFound(tx, opening, table, found);
    if (unknown) await markNotRevertible(tx, opening, unknown);
  });
}

/** Postgres 18 tells what a row was when it tells what it became; rules may say something else of it. */
const TELLS_OLD = 18;

/** The number of the transaction and, where it can be told, the row as it was. */
class ToldBesides implements HiddenColumns {
  readonly naming: Sql;
  readonly besides: Sql;
  readonly count: number;
  readonly areAll = false;
  readonly tellsOld: boolean;
  transactionId = '';
  old: (string | null)[] = [];

  constructor({ databases }: Services, { table, opened }: TableCall, { kind }: Wanted) {
    const version = databases.sessions.versionOf(opened.target) ?? 0;
    this.tellsOld =
      kind === 'update' && version >= TELLS_OLD && table.kind === 'table' && !table.hasRules;
    const was = identifier('causeway was');
    const old = this.tellsOld
      ? table.columns.map(({ name }) => sql`${was}.${identifier(name)}`)
      : [];
    this.naming = this.tellsOld ? sql`with (old as ${was})` : sql``;
    this.besides = joinSql([sql`pg_catalog.txid_current()`, ...old], ', ');
    this.count = 1 + old.length;
  }

  take([transactionId, ...old]: (string | null)[]): void {
    this.transactionId = transactionId ?? '';
    this.old = old;
  }
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
  { wanted, cells, told }: { wanted: Wanted; cells: (string | null)[]; told: ToldBesides },
): Promise<readonly (string | null)[] | null> {
  if (wanted.kind === 'insert') return null;
  if (wanted.kind === 'delete') return cells;
  if (told.tellsOld) return told.old;
  const found = await readRows(
    ({ text, values }) => databases.read(opened.target, text, [...values]),
    table,
    [wanted.key],
  );
  return found.get(keyText(wanted.key))?.cells ?? null;
}
