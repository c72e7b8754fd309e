import type { z } from 'zod';
import { type DraftChange, refOfKey } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { MatchingChange, matchingRoutes } from '@causeway/contract/tables/matching-rows.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { conditionOf } from '#platform/connectors/sql/selection.ts';
import { nameOf, whereSql } from '#platform/connectors/sql/table-sql.ts';
import {
  inUserTransaction,
  type QueryInTransaction,
} from '#platform/connectors/sql/transaction.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { recordWritten } from '#platform/ledger/cascades.ts';
import type { OpenChangeSet } from '#platform/ledger/ledger.ts';
import { type OpenSet, recording } from '#platform/ledger/recording.ts';
import { asTextKey, imageOf, keyIn, type RowState } from '#platform/rows/cells.ts';
import { keyText, readRows, stateList, toState } from '#platform/rows/lock-rows.ts';
import { orderChanges } from '#platform/rows/order-changes.ts';
import { writeRows } from '#platform/rows/write-rows.ts';
import type { Services } from '#platform/services.ts';
import { checkChanges } from './check-changes.ts';
import { endingBeside, type TableCall } from '../open-table.ts';
import { readOnly } from './read-only.ts';

type Wanted = z.output<typeof matchingRoutes.change.body>;
type Plan = { condition: Sql | undefined; wanted: Wanted; open: OpenSet };

/** A number can not be bound here. */
const fetchSome = sql`fetch forward 2000 from matching`;
const ROWS_A_STATEMENT = 500;

/**
 * Changes all rows that match in one transaction. They are held first, then changed some at a time, and
 * each is recorded as it was; where they are not as many as were counted, nothing is written.
 */
export async function changeMatching(services: Services, call: TableCall, wanted: Wanted) {
  const { table, opened, signal } = call;
  if (!table.key || !table.isUpdatable) throw readOnly(table);
  const condition = await conditionOf(services, call, wanted);
  const { result, changeSetId } = await recording(
    services,
    (open) => {
      return inUserTransaction(services.databases, opened.target, signal, ({ id, query }) => {
        return changeRows(services, call, { condition, wanted, open, id, query });
      });
    },
    endingBeside(call),
  );
  return { changeSetId, ...result };
}

async function changeRows(
  services: Services,
  call: TableCall,
  plan: Plan & { id: string; query: QueryInTransaction },
): Promise<{ updated: number; deleted: number }> {
  const { table, opened, actor } = call;
  const { condition, wanted, open, id, query } = plan;
  const counts = { updated: 0, deleted: 0 };
  let found = 0;
  let set: OpenChangeSet | undefined;
  // To count them all of them are held before the first is told: what is written of some may change
  // others or take them along, and those are told as they were.
  await query(sql`declare matching no scroll cursor for select held.*, count(*) over ()
    from (select ${stateList(table)} from ${nameOf(table)} t ${whereSql([condition])}
      for update of t) held`);
  for (;;) {
    const { rows } = await query(fetchSome);
    if (rows.length === 0) break;
    const isFirst = found === 0;
    found += rows.length;
    refuseOthers(Number(rows[0]?.at(-1)), wanted);
    const all = rows.map((row) => toState(table, row));
    const deletes = wanted.change.kind === 'delete';
    const states = deletes && !isFirst ? await withoutGone(query, table, all) : all;
    counts[deletes ? 'deleted' : 'updated'] += all.length - states.length;
    const changes = checkChanges(table, toChanges(table, states, wanted.change));
    if (changes.length === 0) continue;
    set ??= await open({
      projectId: actor.project.id,
      connectorId: opened.target.id,
      actor,
      screen: wanted.screen,
      kind: 'matching',
      transactionId: id,
    });
    const written = await writeRows(
      { query, table, rows: byKey(table, states), atOnce: ROWS_A_STATEMENT },
      orderChanges(table, changes),
    );
    const { target } = opened;
    await recordWritten(services, set, { target, query, table, changes: written });
    counts[deletes ? 'deleted' : 'updated'] += written.length;
  }
  refuseOthers(found, wanted);
  return counts;
}

function refuseOthers(found: number, { expectedRows }: Wanted): void {
  if (found === expectedRows) return;
  throw new Failure('E_VERSION_CONFLICT', `${found} rows match now.`, { rows: found });
}

/** Rows that went along with one they referred to are recorded with that one. */
async function withoutGone(
  query: QueryInTransaction,
  table: CatalogTable,
  states: RowState[],
): Promise<RowState[]> {
  const keyOf = ({ cells }: RowState) => keyIn(table, cells) ?? [];
  const left = await readRows(query, table, states.map(keyOf));
  return states.filter((state) => left.has(keyText(keyOf(state))));
}

function toChanges(
  table: CatalogTable,
  states: readonly RowState[],
  change: MatchingChange,
): DraftChange[] {
  return states.map(({ cells, version }): DraftChange => {
    const key = asTextKey(table.key ?? [], keyIn(table, cells) ?? []);
    const base = imageOf(table.columns, cells);
    return { ...change, ref: refOfKey(key), key, version, base };
  });
}

function byKey(table: CatalogTable, states: readonly RowState[]): Map<string, RowState> {
  return new Map(states.map((state) => [keyText(keyIn(table, state.cells) ?? []), state]));
}
