import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import { copyIn } from '#platform/connectors/sql/copy.ts';
import { changeRows, type Database, type Db, readRow } from '#platform/db/database.ts';
import { prepared, Sql, sql } from '#platform/db/sql.ts';
import { currentParty } from '#platform/limits/party.ts';
import {
  addCounts,
  type ImagedChange,
  markNotRevertible,
  type NewChangeSet,
  type OpenChangeSet,
  type RecordedTable,
} from './ledger.ts';

/**
 * A set of one change, opened and recorded by one statement: whoever saves a row waits for our disk
 * once, and for one answer.
 */
export async function openWithChange(
  db: Db,
  set: NewChangeSet,
  { table, change, reason }: FirstChange,
): Promise<OpenChangeSet> {
  const counts = countChanges([change]);
  const { id } = await readRow<{ id: string }>(
    db,
    prepared(sql`with opened as (
          insert into change_sets (project_id, connector_id, user_id, user_name,
            impersonator_name, key_id, screen, kind, transaction_id, inserted, updated, deleted,
            not_revertible)
          values (${set.projectId}, ${set.connectorId}, ${set.actor.user.id},
            ${set.actor.user.name}, ${set.actor.impersonator?.name}, ${currentParty().key},
            ${set.screen}, ${set.kind}, ${set.transactionId}, ${counts.insert}, ${counts.update}, ${counts.delete},
            ${reason})
          returning id),
        ${shapeOf(set.connectorId, table)},
        touched as (
          insert into change_set_tables (set_id, shape_id)
          select opened.id, shape.id from opened, shape),
        added_change as (
          insert into changes (${new Sql([columnsInOrder], [])})
          select opened.id, 0, shape.id, ${change.kind}::text, ${asJson(change.keyBefore)}::text,
            ${asJson(change.keyAfter)}::text, ${asJson(change.before)}::json,
            ${asJson(change.after)}::json
          from opened, shape)
        select id from opened`),
  );
  const { schema, name } = table;
  return {
    id,
    connectorId: set.connectorId,
    length: 1,
    tables: [{ schema, table: name }],
  };
}

/** What a set begins with, and why it can not be taken back, if it can't. */
export type FirstChange = {
  table: RecordedTable;
  change: ImagedChange;
  reason?: NotRevertibleReason | undefined;
};

const CHANGES_A_STATEMENT = 2_000;

/** For what is in memory anyway: rows somebody edited. */
export async function recordChanges(
  db: Db,
  set: OpenChangeSet,
  table: RecordedTable,
  changes: readonly ImagedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const shapeId = await noteTable(db, set, table);
  for (let start = 0; start < changes.length; start += CHANGES_A_STATEMENT) {
    await insertChanges(db, set, shapeId, changes.slice(start, start + CHANGES_A_STATEMENT));
  }
  const isLost = changes.some(({ kind }) => isLostInPart(table, kind));
  if (isLost) await markNotRevertible(db, set, 'partly-seen');
}

/** Put back, the row would lack what of it was not seen. */
export function isLostInPart(
  { showsWholeRows }: Pick<RecordedTable, 'showsWholeRows'>,
  kind: ImagedChange['kind'],
): boolean {
  return kind === 'delete' && !showsWholeRows;
}

/**
 * For any number of rows, one after the other, by COPY: nothing is held but what is on its way. All
 * of them are recorded, or none.
 */
export async function recordManyChanges(
  db: Database,
  set: OpenChangeSet,
  table: RecordedTable,
  changes: AsyncIterable<ImagedChange> | Iterable<ImagedChange>,
): Promise<void> {
  const shapeId = await noteTable(db, set, table);
  const counts = { insert: 0, update: 0, delete: 0 };
  const lines = async function* () {
    for await (const change of changes) {
      counts[change.kind] += 1;
      yield copyLine(set, shapeId, change);
    }
  };
  const client = await db.pool.connect();
  try {
    // The rows come at the pace at which they are changed, which has no limit here.
    await client.query('begin; set local statement_timeout = 0');
    await pipeline(
      Readable.from(lines(), { highWaterMark: 256 }),
      copyIn(client, `copy changes (${columnsInOrder}) from stdin`),
    );
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
  await addCounts(db, set, counts);
}

/** Tells that a set touched a table, also where no row of it is recorded. */
export async function noteTable(db: Db, set: OpenChangeSet, table: RecordedTable): Promise<number> {
  const { id } = await readRow<{ id: number }>(
    db,
    sql`with ${shapeOf(set.connectorId, table)},
        touched as (
          insert into change_set_tables (set_id, shape_id) select ${set.id}::uuid, id from shape
          on conflict do nothing)
        select id from shape`,
  );
  const isNoted = set.tables.some((one) => one.schema === table.schema && one.table === table.name);
  if (!isNoted) set.tables.push({ schema: table.schema, table: table.name });
  return id;
}

/** The columns a table has now, found among those it was recorded with, or added: `shape(id)`. */
function shapeOf(connectorId: string, { schema, name, columns, key, oid }: RecordedTable): Sql {
  const names = columns.map((column) => column.name);
  const numbers = columns.map((column) => column.number);
  return sql`known as (
      select id from table_shapes
      where connector_id = ${connectorId} and schema_name = ${schema}
        and table_name = ${name} and columns = ${names}::text[]
        and key_columns = ${key ?? []}::text[]
        and table_oid = ${oid} and column_numbers = ${numbers}::integer[]
      limit 1),
    added as (
      insert into table_shapes (connector_id, schema_name, table_name, columns, key_columns,
        table_oid, column_numbers)
      select ${connectorId}::uuid, ${schema}, ${name}, ${names}::text[],
        ${key ?? []}::text[], ${oid}::bigint, ${numbers}::integer[]
      where not exists (select from known) returning id),
    shape as (select id from known union all select id from added)`;
}

/**
 * Rows that one statement inserted, by the million: neither keys nor images, only the version they
 * all bear. While a row still bears it, it is untouched and can be found again.
 */
export async function recordBulkInsert(
  db: Db,
  set: OpenChangeSet,
  table: RecordedTable,
  { rows, version }: { rows: number; version: string },
): Promise<void> {
  const shapeId = await noteTable(db, set, table);
  await changeRows(
    db,
    sql`update change_set_tables set bulk_inserted = ${rows}, bulk_version = ${version}
        where set_id = ${set.id} and shape_id = ${shapeId}`,
  );
  await addCounts(db, set, { insert: rows, update: 0, delete: 0 });
}

async function insertChanges(
  db: Db,
  set: OpenChangeSet,
  shapeId: number,
  changes: readonly ImagedChange[],
): Promise<void> {
  const first = set.length;
  set.length += changes.length;
  const list = (part: (change: ImagedChange) => unknown) => changes.map(part);
  const counts = countChanges(changes);
  await changeRows(
    db,
    sql`with added as (
          insert into changes
            (set_id, position, shape_id, kind, key_before, key_after, before, after)
          select ${set.id}::uuid, ${first}::int + place - 1, ${shapeId}::int, kind, key_before,
            key_after, before::json, after::json
          from unnest(${list(({ kind }) => kind)}::text[],
            ${list(({ keyBefore }) => asJson(keyBefore))}::text[],
            ${list(({ keyAfter }) => asJson(keyAfter))}::text[],
            ${list(({ before }) => asJson(before))}::text[],
            ${list(({ after }) => asJson(after))}::text[])
            with ordinality as given(kind, key_before, key_after, before, after, place))
        update change_sets set inserted = inserted + ${counts.insert},
          updated = updated + ${counts.update}, deleted = deleted + ${counts.delete}
        where id = ${set.id}`,
  );
}

const columnsInOrder = 'set_id, position, shape_id, kind, key_before, key_after, before, after';

function copyLine(set: OpenChangeSet, shapeId: number, change: ImagedChange): string {
  const { kind, keyBefore, keyAfter, before, after } = change;
  const position = set.length;
  set.length += 1;
  const cells = [keyBefore, keyAfter, before, after].map((list) => copyCell(asJson(list)));
  return `${set.id}\t${position}\t${shapeId}\t${kind}\t${cells.join('\t')}\n`;
}

/** JSON has no line breaks or tabs of its own; only its backslashes mean something to COPY. */
function copyCell(json: string | null): string {
  return json === null ? String.raw`\N` : json.replaceAll('\\', '\\\\');
}

function asJson(list: readonly (string | null)[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function countChanges(changes: readonly ImagedChange[]) {
  const counts = { insert: 0, update: 0, delete: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
}
