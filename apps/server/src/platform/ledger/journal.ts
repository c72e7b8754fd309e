import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import type { RunRequest } from '#platform/connectors/sql/run-statement.ts';
import {
  type QueryInTransaction,
  readTransactionId,
} from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { keyText } from '#platform/rows/lock-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { recordWritten } from './cascades.ts';
import { markNotRevertible } from './ledger.ts';
import { recordAccess } from './record-access.ts';
import { noteTable } from './record-changes.ts';
import { newStatementSet, type RecordedStatement } from './record-statement.ts';
import type { OpenSet } from './recording.ts';
import { compareImages } from './row-images.ts';
import { type Imaging, MOST_IMAGED, planImaging, type Room } from './statement-images.ts';

/**
 * What a transaction somebody works in by hand has written so far. Only keys are noted while it is
 * open; what the rows were and are is read at its end, so that a row written ten times is one change,
 * and one that was put back is none. From the first statement that can't be followed on, nothing is
 * looked at any more, also because that statement may have locked what we would look at.
 */
export type Journal = {
  /** How to run the next statement so that its rows are known. */
  prepare(recorded: RecordedStatement, request: RunRequest): Promise<RunRequest>;
  /** Writes down what the transaction did, as the last thing before its commit. */
  record(open: OpenSet, query: QueryInTransaction): Promise<void>;
  /** Into the log, once it is committed: also what was taken back to a savepoint, which nobody follows. */
  recordAccess(tx: Tx): Promise<void>;
};

/** A row that is written ten times is noted ten times; beyond that nothing is followed. */
const MOST_NOTED = 10 * MOST_IMAGED;

type Noted = { recorded: RecordedStatement; imaging: Imaging };

export function createJournal(services: Services, target: SqlTarget): Journal {
  const notes: Noted[] = [];
  const room: Room = { left: MOST_NOTED };
  let reason: NotRevertibleReason | undefined;

  return {
    recordAccess: async (tx) => {
      for (const { recorded } of notes) await recordAccess(tx, recorded);
    },

    prepare: async (recorded, request) => {
      const { writesRows, changesSchema } = recorded.inspection;
      if (changesMeaning(recorded)) reason ??= 'statement';
      if (!writesRows && !changesSchema) return request;
      if (changesSchema) reason ??= 'statement';
      const imaging: Imaging =
        reason === undefined
          ? await planImaging(services, target, recorded.inspection, request, room)
          : { request, hasOverflown: () => false };
      reason ??= imaging.reason;
      notes.push({ recorded, imaging });
      return imaging.request;
    },

    record: async (open, query) => {
      const [first] = notes;
      if (!first) return;
      const { db } = services;
      const tables = keysByTable(notes);
      const count = [...tables.values()].reduce((sum, { keys }) => sum + keys.size, 0);
      const isTooMuch = count > MOST_IMAGED || notes.some(({ imaging }) => imaging.hasOverflown());
      reason ??= isTooMuch ? 'too-many-rows' : undefined;
      const statement = notes.map(({ recorded }) => recorded.statement).join(';\n');
      const id = await readTransactionId(query);
      const images =
        reason === undefined ? await changesOf(services, target, { tables, query }) : [];
      reason ??= images.find((image) => image.reason)?.reason;
      const groups = reason === undefined ? images.filter(({ changes }) => changes.length > 0) : [];
      if (reason === undefined && groups.length === 0) return;
      const set = await open(newStatementSet({ ...first.recorded, statement }, id));
      for (const { table, changes } of groups) {
        await recordWritten(services, set, { target, query, table, changes });
      }
      if (reason === undefined) return;
      for (const { table } of tables.values()) await noteTable(db, set, table);
      await markNotRevertible(db, set, reason);
    },
  };
}

/** Names are looked up on another line: from here on they may mean other tables, or other rights. */
function changesMeaning({ inspection, statement }: RecordedStatement): boolean {
  // What is set by it may be bound, or put together.
  if (/set_config/i.test(statement)) return true;
  const set = /^\s*(?:re)?set\s+(?:(?:session|local)\s+)?"?(\w+)/i.exec(statement);
  if (inspection.kind !== 'VariableSetStmt') return false;
  return !set || /^(search_path|schema|role|authorization|all|row_security)/i.test(set[1] ?? '');
}

type TableKeys = Map<number, { table: CatalogTable; keys: Map<string, string[]> }>;

/** In the order tables were first written. */
function keysByTable(notes: readonly Noted[]): TableKeys {
  const tables: TableKeys = new Map();
  for (const { imaging } of notes) {
    if (!imaging.table) continue;
    const known = tables.get(imaging.table.oid) ?? { table: imaging.table, keys: new Map() };
    for (const key of imaging.keys ?? []) known.keys.set(keyText(key), key);
    tables.set(imaging.table.oid, known);
  }
  return tables;
}

async function changesOf(
  services: Services,
  target: SqlTarget,
  { tables, query }: { tables: TableKeys; query: QueryInTransaction },
) {
  const groups = [];
  for (const { table, keys } of tables.values()) {
    const written = { query, table, keys: [...keys.values()] };
    groups.push({ table, ...(await compareImages(services, target, written)) });
  }
  return groups;
}
