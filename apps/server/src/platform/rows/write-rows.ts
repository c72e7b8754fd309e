import type { DraftChange, StagedValue } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { castOf, nameOf, readColumn } from '#platform/connectors/sql/table-sql.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { ImagedChange } from '#platform/ledger/ledger.ts';
import { keyIn, keyValues, type RowState, textOfStaged } from './cells.ts';
import { givenRows, isGivenKey, keyText, stateList, toState } from './lock-rows.ts';
import type { OrderedChange } from './order-changes.ts';
import { type ParkedKeys, parkRows } from './park-rows.ts';
import { writePostponing } from './write-postponing.ts';

/** A change that was made, with the row as it was and as it is. */
export type WrittenChange = ImagedChange & { ref: string; version: string | null };

export type Writing = {
  query: QueryInTransaction;
  table: CatalogTable;
  /** The rows to be changed, locked and found to be what their writer saw. */
  rows: ReadonlyMap<string, RowState>;
  /** Rows a statement may write; with 1, a failure names its change. */
  atOnce: number;
  /** One by one, and what meets a value that is still taken after the others; slower. */
  postpones?: boolean;
  /** Deleted rows come back with the numbers the database once gave them. */
  restores?: boolean;
};

/** Makes changes in their order; like ones that stand together go in one statement. */
export async function writeRows(
  writing: Writing,
  ordered: readonly OrderedChange[],
): Promise<WrittenChange[]> {
  const written: WrittenChange[] = [];
  const parked = await parkRows(writing.query, writing.table, ordered);
  const write = async (batch: DraftChange[]) => {
    const done = await writeBatch(writing, batch, parked).catch((error: unknown) => {
      throw batch.length === 1 && batch[0] ? withRef(error, batch[0].ref) : error;
    });
    for (const change of done) written.push(change);
  };
  const batches = inBatches(ordered, writing.atOnce);
  if (writing.postpones) {
    const { query, table } = writing;
    const one = (change: DraftChange) => write([change]);
    await writePostponing({ query, table, parked, write: one }, batches.flat());
  } else {
    for (const batch of batches) await write(batch);
  }
  return written;
}

function inBatches(ordered: readonly OrderedChange[], atOnce: number): DraftChange[][] {
  const batches: DraftChange[][] = [];
  let current: { signature: string; changes: DraftChange[] } | undefined;
  for (const { change, waitsFor } of ordered) {
    const signature = signatureOf(change);
    // One statement changes its rows in no certain order, so what waits for one of them starts anew.
    const mayJoin =
      current?.signature === signature &&
      current.changes.length < atOnce &&
      (change.kind !== 'update' ||
        waitsFor.size === 0 ||
        !current.changes.some((other) => waitsFor.has(other)));
    if (current && mayJoin) current.changes.push(change);
    else {
      current = { signature, changes: [change] };
      batches.push(current.changes);
    }
  }
  return batches;
}

function signatureOf(change: DraftChange): string {
  if (change.kind === 'delete') return 'delete';
  const { bound, defaults } = splitValues(change.values);
  return JSON.stringify([change.kind, bound, change.kind === 'update' ? defaults : []]);
}

function splitValues(values: Record<string, StagedValue>) {
  const names = Object.keys(values).toSorted();
  return {
    bound: names.filter((name) => !('default' in (values[name] ?? {}))),
    defaults: names.filter((name) => 'default' in (values[name] ?? {})),
  };
}

async function writeBatch(
  writing: Writing,
  batch: DraftChange[],
  parked: ParkedKeys,
): Promise<WrittenChange[]> {
  const [first] = batch;
  if (!first) return [];
  if (first.kind === 'insert') return insertBatch(writing, batch);
  const { table, query } = writing;
  const keys = batch.map((change) => keyValues(table, change.kind === 'insert' ? {} : change.key));
  const found = keys.map((key, index) => (batch[index] && parked.get(batch[index])) ?? key);
  const keyLists = (table.key ?? []).map((_, index) => found.map((key) => key[index] ?? null));
  const { rows } =
    first.kind === 'delete'
      ? await query(sql`delete from ${nameOf(table)} t using ${givenRows(keyLists)}
          where ${isGivenKey(table)} returning g.place`)
      : await query(updateStatement(table, keyLists, batch));
  if (rows.length !== batch.length) throw refusedByRule();
  return rows
    .map((row) => {
      const place = Number(row[0]) - 1;
      const after = first.kind === 'delete' ? undefined : toState(table, row.slice(1));
      const before = writing.rows.get(keyText(keys[place] ?? []));
      return { place, change: toWritten(table, batch[place], before, after) };
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ change }) => change);
}

function updateStatement(
  table: CatalogTable,
  keyLists: (string | null)[][],
  batch: DraftChange[],
): Sql {
  const { bound, defaults } = splitValues(valuesOf(batch[0]));
  const settings = [
    ...bound.map((name, index) => {
      const given = identifier(`c${keyLists.length + index + 1}`);
      return sql`${identifier(name)} = g.${given}::${castOf(readColumn(table, name))}`;
    }),
    ...defaults.map((name) => sql`${identifier(name)} = default`),
  ];
  return sql`update ${nameOf(table)} t set ${joinSql(settings, ', ')}
    from ${givenRows([...keyLists, ...textLists(bound, batch)])}
    where ${isGivenKey(table)} returning g.place, ${stateList(table)}`;
}

async function insertBatch(
  { query, table, restores }: Writing,
  batch: DraftChange[],
): Promise<WrittenChange[]> {
  const { bound } = splitValues(valuesOf(batch[0]));
  const written: WrittenChange[] = [];
  if (bound.length === 0) {
    for (const change of batch) {
      const { rows } = await query(
        sql`insert into ${nameOf(table)} as t default values returning ${stateList(table)}`,
      );
      if (!rows[0]) throw refusedByRule();
      written.push(toWritten(table, change, undefined, toState(table, rows[0])));
    }
    return written;
  }
  const names = bound.map((name) => identifier(name));
  const values = bound.map((name, index) => {
    return sql`g.${identifier(`c${index + 1}`)}::${castOf(readColumn(table, name))}`;
  });
  const { rows } = await query(sql`insert into ${nameOf(table)} as t (${joinSql(names, ', ')})
    ${restores ? sql`overriding system value` : sql``}
    select ${joinSql(values, ', ')} from ${givenRows(textLists(bound, batch))} order by g.place
    returning ${stateList(table)}`);
  if (rows.length !== batch.length) throw refusedByRule();
  return rows.map((row, index) => toWritten(table, batch[index], undefined, toState(table, row)));
}

function valuesOf(change: DraftChange | undefined): Record<string, StagedValue> {
  return change && change.kind !== 'delete' ? change.values : {};
}

function textLists(names: string[], batch: DraftChange[]): (string | null)[][] {
  return names.map((name) =>
    batch.map((change) => {
      const value = valuesOf(change)[name];
      return value ? (textOfStaged(value) ?? null) : null;
    }),
  );
}

function toWritten(
  table: CatalogTable,
  change: DraftChange | undefined,
  before: RowState | undefined,
  after: RowState | undefined,
): WrittenChange {
  return {
    ref: change?.ref ?? '',
    kind: change?.kind ?? 'update',
    keyBefore: before ? keyIn(table, before.cells) : null,
    keyAfter: after ? keyIn(table, after.cells) : null,
    before: before?.cells ?? null,
    after: after?.cells ?? null,
    version: after?.version ?? null,
  };
}

export function refusedByRule(): Failure {
  return new Failure(
    'E_SQL_FAILED',
    'A trigger or rule of the database left a row as it is, so nothing was written.',
  );
}

/** Says which change it was that the database refused. */
function withRef(error: unknown, ref: string): unknown {
  if (!(error instanceof Failure)) return error;
  return new Failure(error.code, error.message, { ...error.details, ref });
}
