import { Failure } from '@causeway/contract/errors.ts';
import type { EditorTab } from '@causeway/contract/sql/queries.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { QueryScope } from './scope.ts';

type TabContent = Omit<EditorTab, 'id' | 'updatedAt'>;

const columns = sql`id, title, sql, query_id as "queryId",
  query_version as "queryVersion", position, row_limit as "rowLimit",
  read_only as "readOnly", parameters, revision::float8 as revision, updated_at as "updatedAt"`;

export async function listOpenTabs(db: Db, scope: QueryScope): Promise<EditorTab[]> {
  return listRows(
    db,
    sql`select ${columns} from editor_tabs
        where user_id = ${scope.actor.user.id} and connector_id = ${scope.connectorId}
          and closed_at is null
        order by position, id`,
  );
}

const MOST_CLOSED = 20;

/** Those that have something in them, closed last first. */
export async function listClosedTabs(db: Db, scope: QueryScope): Promise<EditorTab[]> {
  return listRows(
    db,
    sql`select ${columns} from editor_tabs
        where user_id = ${scope.actor.user.id} and connector_id = ${scope.connectorId}
          and closed_at is not null and trim(sql) <> ''
        order by closed_at desc limit ${MOST_CLOSED}`,
  );
}

/**
 * Keeps a tab as it is now. Made on an older state than the one kept, it is refused with what is
 * kept; said twice, it is taken once.
 */
export async function putTab(
  tx: Tx,
  scope: QueryScope,
  { id, tab }: { id: string; tab: TabContent },
): Promise<number> {
  const { actor, connectorId } = scope;
  const { title, sql: text, queryVersion, position, rowLimit, readOnly, revision } = tab;
  const queryId = sql`(select id from queries where id = ${tab.queryId}::uuid
    and connector_id = ${connectorId})`;
  const parameters = JSON.stringify(tab.parameters);
  const put = await findRow<{ revision: number }>(
    tx,
    sql`insert into editor_tabs as kept (id, user_id, connector_id, title, sql, query_id, query_version,
          position, row_limit, read_only, parameters, revision)
        values (${id}, ${actor.user.id}, ${connectorId}, ${title}, ${text}, ${queryId},
          ${queryVersion}, ${position}, ${rowLimit}, ${readOnly}, ${parameters}, ${revision + 1})
        on conflict (id) do update set title = excluded.title, sql = excluded.sql,
          query_id = excluded.query_id, query_version = excluded.query_version, position = excluded.position,
          row_limit = excluded.row_limit, read_only = excluded.read_only,
          parameters = excluded.parameters, revision = excluded.revision, updated_at = now(),
          closed_at = null
        where kept.user_id = ${actor.user.id} and kept.connector_id = ${connectorId}
          and (kept.revision = ${revision}
            or (kept.revision = ${revision + 1} and kept.sql = excluded.sql
              and kept.parameters = excluded.parameters))
        returning kept.revision::float8 as revision`,
  );
  if (put) return put.revision;
  const theirs = await findRow<EditorTab>(
    tx,
    sql`select ${columns} from editor_tabs where id = ${id} and user_id = ${actor.user.id}
          and connector_id = ${connectorId}`,
  );
  if (!theirs) throw new Failure('E_NOT_FOUND');
  throw new Failure('E_VERSION_CONFLICT', undefined, { theirs });
}

export async function closeTab(tx: Tx, scope: QueryScope, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update editor_tabs set closed_at = now() where id = ${id}
          and user_id = ${scope.actor.user.id} and connector_id = ${scope.connectorId}`,
  );
}
