import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { SavedView } from '@causeway/contract/tables/saved-views.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Whose views are asked for: a member's, of one connector. */
export type ViewScope = { actor: ProjectActor; connectorId: string };
type TableName = { schema: string; table: string };

/** A view the caller may see, as it is stored. */
export type StoredView = Omit<SavedView, 'isMine' | 'isEditable'> &
  TableName & {
    ownerId: string | null;
    /** Every name columns had since it was saved, and the number the database knows each by. */
    columns: Record<string, number>;
  };

const columns = sql`saved.id, saved.schema_name as schema, saved.table_name as "table", saved.name,
  saved.definition, saved.shared as "isShared", saved.owner_id as "ownerId", account.name as owner,
  saved.updated_at as "updatedAt", saved.column_numbers as columns`;
const saved = sql`table_views saved left join users account on account.id = saved.owner_id`;

export async function listViews(
  db: Db,
  { actor, connectorId }: ViewScope,
  { schema, table }: TableName,
): Promise<StoredView[]> {
  return listRows(
    db,
    sql`select ${columns} from ${saved}
        where saved.connector_id = ${connectorId} and saved.schema_name = ${schema}
          and saved.table_name = ${table} and saved.deleted_at is null
          and (saved.shared or saved.owner_id = ${actor.user.id})
        order by lower(saved.name), saved.created_at`,
  );
}

/** Another member's private view is not there, and one that was removed only for who brings it back. */
export async function readView(
  db: Db,
  { actor, connectorId }: ViewScope,
  id: string,
  { isDeleted = false } = {},
): Promise<StoredView> {
  const view = await findRow<StoredView>(
    db,
    sql`select ${columns} from ${saved} where saved.id = ${id}
          and saved.connector_id = ${connectorId}
          and (saved.deleted_at is not null) = ${isDeleted}
          and (saved.shared or saved.owner_id = ${actor.user.id})`,
  );
  if (!view) throw new Failure('E_NOT_FOUND');
  return view;
}

export async function insertView(
  tx: Tx,
  { ownerId, connectorId }: { ownerId: string; connectorId: string },
  view: TableName & Pick<SavedView, 'name' | 'definition' | 'isShared'>,
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into table_views
          (connector_id, schema_name, table_name, name, definition, shared, owner_id)
        values (${connectorId}, ${view.schema}, ${view.table}, ${view.name}, ${view.definition},
          ${view.isShared}, ${ownerId})
        returning id`,
  );
  return id;
}

export async function updateView(
  tx: Tx,
  view: StoredView,
  change: Partial<Pick<StoredView, 'name' | 'definition' | 'isShared' | 'ownerId'>>,
): Promise<void> {
  const { name, definition, isShared, ownerId } = { ...view, ...change };
  await changeRows(
    tx,
    sql`update table_views set name = ${name}, definition = ${definition}, shared = ${isShared},
          owner_id = ${ownerId}, updated_at = now() where id = ${view.id}`,
  );
}

export async function markDeleted(tx: Tx, view: StoredView, isDeleted: boolean): Promise<void> {
  await changeRows(
    tx,
    sql`update table_views set deleted_at = case when ${isDeleted} then now() end
        where id = ${view.id}`,
  );
}

const KEPT_DAYS = 30;

export async function purgeDeletedViews(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from table_views where deleted_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}

export async function findDefaultView(
  db: Db,
  { actor, connectorId }: ViewScope,
  { schema, table }: TableName,
): Promise<string | undefined> {
  const row = await findRow<{ id: string }>(
    db,
    sql`select view_id as id from table_view_defaults
        where user_id = ${actor.user.id} and connector_id = ${connectorId}
          and schema_name = ${schema} and table_name = ${table}`,
  );
  return row?.id;
}

export async function chooseDefaultView(
  tx: Tx,
  { actor, connectorId }: ViewScope,
  { schema, table }: TableName,
  viewId: string | null,
): Promise<void> {
  await changeRows(
    tx,
    viewId === null
      ? sql`delete from table_view_defaults
            where user_id = ${actor.user.id} and connector_id = ${connectorId}
              and schema_name = ${schema} and table_name = ${table}`
      : sql`insert into table_view_defaults
              (user_id, connector_id, schema_name, table_name, view_id)
            values (${actor.user.id}, ${connectorId}, ${schema}, ${table}, ${viewId})
            on conflict (user_id, connector_id, schema_name, table_name)
              do update set view_id = excluded.view_id`,
  );
}

/** What the caller sees of a view, and whether it is theirs to change. */
export function describeView(view: StoredView, { actor }: ViewScope): SavedView {
  const { role } = actor.project;
  const isMine = view.ownerId === actor.user.id;
  // What all are given is for those who may write: having been its author once is not enough.
  const isTheirs = isMine && (!view.isShared || can(role, 'sql.write'));
  const isEditable = isTheirs || (view.isShared && can(role, 'connectors.manage'));
  return { ...view, isMine, isEditable };
}
