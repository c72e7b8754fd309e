import type { Screen } from '@causeway/contract/tables/edits.ts';
import type { ChangeSetKind, NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { Actor } from '#platform/access/actor.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { changeRows, type Db, readRow, type Tx } from '#platform/db/database.ts';
import { prepared, type Sql, sql } from '#platform/db/sql.ts';
import { type Message, notifying } from '#platform/events/notify.ts';
import { currentParty } from '#platform/limits/party.ts';

/**
 * Writes down what is written to a user's database. Theirs and ours are two systems, so a set goes
 * through states:
 * - pending: opened inside the user's transaction, under its number; changes are recorded to it
 * - done: closed after the user's commit
 * - gone: abandoned, since the user's transaction was rolled back
 * - unknown: the number of the transaction means nothing any more and the rows tell neither
 *
 * Changes are recorded before the user's commit. A crash therefore leaves a pending set that is
 * complete if the transaction was committed; `settle.ts` asks the user's database whether it was.
 */
export type NewChangeSet = {
  projectId: string;
  connectorId: string;
  actor: Pick<Actor, 'user' | 'impersonator'>;
  screen: Screen;
  kind: ChangeSetKind;
  /** `txid_current()` of the user's transaction; null where it ran outside of one. */
  transactionId: string | null;
  /** What somebody wrote, where it was SQL. */
  statement?: string;
  revertsId?: string;
};

/** A set that is pending, the place of its next change, and the tables it has touched. */
export type OpenChangeSet = {
  readonly id: string;
  readonly connectorId: string;
  length: number;
  tables: { schema: string; table: string }[];
};

/**
 * One row: key values in the order of the table's key, images in the order of its columns, all as
 * the text Postgres prints. An image that is null where there was a row was not kept (allowed for
 * rows a bulk write inserted): such a row counts as untouched while it bears the version that the
 * set's transaction gave it.
 */
export type ImagedChange = {
  kind: 'insert' | 'update' | 'delete';
  keyBefore: readonly string[] | null;
  keyAfter: readonly string[] | null;
  before: readonly (string | null)[] | null;
  after: readonly (string | null)[] | null;
};

/** A table whose rows are recorded; without a key nothing of it can be found again. */
export type RecordedTable = Pick<
  CatalogTable,
  'schema' | 'name' | 'key' | 'oid' | 'showsWholeRows'
> & {
  columns: readonly { name: string; number: number }[];
};

export async function openChangeSet(db: Db, set: NewChangeSet): Promise<OpenChangeSet> {
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into change_sets (project_id, connector_id, user_id, user_name,
          impersonator_name, key_id, screen, kind, transaction_id, statement, reverts_id)
        values (${set.projectId}, ${set.connectorId}, ${set.actor.user.id},
          ${set.actor.user.name}, ${set.actor.impersonator?.name}, ${currentParty().key},
          ${set.screen}, ${set.kind}, ${set.transactionId},
          ${set.statement?.slice(0, LONGEST_STATEMENT)}, ${set.revertsId})
        returning id`,
  );
  return { id, connectorId: set.connectorId, length: 0, tables: [] };
}

/** The beginning of a statement is enough to know it by. */
const LONGEST_STATEMENT = 100_000;

/** The set took effect but can not be taken back. */
export async function markNotRevertible(
  db: Db,
  set: OpenChangeSet,
  reason: NotRevertibleReason,
): Promise<void> {
  await changeRows(db, sql`update change_sets set not_revertible = ${reason} where id = ${set.id}`);
}

/** Rows that were written without being recorded one by one. */
export async function addCounts(
  db: Db,
  set: OpenChangeSet,
  counts: Record<ImagedChange['kind'], number>,
): Promise<void> {
  await changeRows(
    db,
    sql`update change_sets set inserted = inserted + ${counts.insert},
          updated = updated + ${counts.update}, deleted = deleted + ${counts.delete}
        where id = ${set.id}`,
  );
}

/** After the user's commit. */
export async function closeChangeSet(db: Db, set: { id: string }): Promise<void> {
  await changeRows(db, closing(set));
}

const lightly = sql`lightly as materialized (select set_config('synchronous_commit', 'off', true))`;
const fromLightly = sql`from lightly`;

/**
 * The same, and the transaction it is in does not wait for our disk again: should it be lost in a
 * crash, the set is pending as before, and settled like one whose process died.
 */
export async function closeLightly(tx: Tx, set: { id: string }): Promise<void> {
  await changeRows(tx, sql`with ${lightly} ${closing(set, fromLightly)}`);
}

/** The same without more to do, and the browsers hear of it. */
export async function closeAndTell(
  db: Db,
  set: { id: string },
  messages: readonly Message[],
): Promise<void> {
  const closed = sql`closed as (${closing(set, fromLightly)})`;
  await db.query(prepared(sql`with ${lightly}, ${closed} ${notifying(messages)}`));
}

/** The statement that closes a set, for who has more to write at that moment. */
export function closing(set: { id: string }, from: Sql = sql``): Sql {
  return sql`update change_sets set status = 'done' ${from} where id = ${set.id}`;
}

/** The user's transaction was rolled back, so nothing of it is to be told. */
export async function abandonChangeSet(db: Db, set: { id: string }): Promise<void> {
  await changeRows(db, sql`delete from change_sets where id = ${set.id} and status = 'pending'`);
}
