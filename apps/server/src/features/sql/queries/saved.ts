import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { QueryParameter, QueryVersion, SavedQuery } from '@causeway/contract/sql/queries.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { QueryScope } from './scope.ts';

/** A query as it is stored, checked to be one the caller may see. */
export type StoredQuery = Omit<SavedQuery, 'isMine' | 'isEditable'> & { ownerId: string | null };
export type QueryContent = Pick<
  SavedQuery,
  'name' | 'folder' | 'description' | 'sql' | 'parameters' | 'isShared'
>;

const columns = sql`query.id, query.connector_id as "connectorId", query.name, query.folder,
  query.description, query.sql, query.parameters, query.shared as "isShared",
  query.owner_id as "ownerId", account.name as owner, query.version,
  query.updated_at as "updatedAt"`;
const source = sql`queries query left join users account on account.id = query.owner_id`;

export async function listQueries(
  db: Db,
  { actor, connectorId }: QueryScope,
): Promise<StoredQuery[]> {
  return listRows(
    db,
    sql`select ${columns} from ${source}
        where query.connector_id = ${connectorId} and query.deleted_at is null
          and (query.shared or query.owner_id = ${actor.user.id})
        order by lower(query.folder), lower(query.name), query.id`,
  );
}

/** Another member's private query is not there. */
export async function readQuery(
  db: Db,
  { actor, connectorId }: QueryScope,
  id: string,
  { deleted = false } = {},
): Promise<StoredQuery> {
  const query = await findRow<StoredQuery>(
    db,
    sql`select ${columns} from ${source}
        where query.id = ${id} and query.connector_id = ${connectorId}
          and (query.deleted_at is not null) = ${deleted}
          and (query.shared or query.owner_id = ${actor.user.id})`,
  );
  if (!query) throw new Failure('E_QUERY_NOT_FOUND');
  return query;
}

export async function readEditableQuery(
  db: Db,
  scope: QueryScope,
  id: string,
  options?: { deleted: boolean },
): Promise<StoredQuery> {
  const query = await readQuery(db, scope, id, options);
  if (!describeQuery(query, scope).isEditable) throw new Failure('E_FORBIDDEN');
  return query;
}

export async function insertQuery(
  tx: Tx,
  { userId, projectId, connectorId }: { userId: string; projectId: string; connectorId: string },
  query: QueryContent,
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into queries (project_id, connector_id, name, folder, description, sql, parameters,
          shared, owner_id)
        values (${projectId}, ${connectorId}, ${query.name}, ${query.folder},
          ${query.description}, ${query.sql}, ${JSON.stringify(query.parameters)},
          ${query.isShared}, ${userId})
        returning id`,
  );
  await insertVersion(tx, id, userId);
  return id;
}

/** Only what was made on the version there is: somebody else's change is never written over. */
export async function updateQuery(
  tx: Tx,
  { actor }: QueryScope,
  {
    query,
    version,
    change,
  }: {
    query: StoredQuery;
    version: number;
    change: Partial<QueryContent & Pick<StoredQuery, 'ownerId'>>;
  },
): Promise<void> {
  const next = { ...query, ...change };
  const changed = await changeRows(
    tx,
    sql`update queries set name = ${next.name}, folder = ${next.folder},
          description = ${next.description}, sql = ${next.sql},
          parameters = ${JSON.stringify(next.parameters satisfies QueryParameter[])},
          shared = ${next.isShared}, owner_id = ${next.ownerId}, version = version + 1, updated_at = now()
        where id = ${query.id} and version = ${version}`,
  );
  if (changed === 0) {
    throw new Failure('E_VERSION_CONFLICT', undefined, { version: query.version, sql: query.sql });
  }
  await insertVersion(tx, query.id, actor.user.id);
}

async function insertVersion(tx: Tx, id: string, authorId: string): Promise<void> {
  await changeRows(
    tx,
    sql`insert into query_versions (query_id, version, name, sql, parameters, author_id, shared)
        select id, version, name, sql, parameters, ${authorId}, shared from queries where id = ${id}`,
  );
}

export async function markDeleted(tx: Tx, query: StoredQuery, isDeleted: boolean): Promise<void> {
  await changeRows(
    tx,
    isDeleted
      ? sql`update queries set deleted_at = now() where id = ${query.id}`
      : sql`update queries set deleted_at = null where id = ${query.id}`,
  );
}

const MOST_VERSIONS = 200;

/** All but its owner see those that were shared when they were made. */
export async function listVersions(
  db: Db,
  { actor }: QueryScope,
  query: StoredQuery,
): Promise<QueryVersion[]> {
  const isMine = query.ownerId === actor.user.id;
  return listRows(
    db,
    sql`select version.version, version.name, version.sql, version.parameters, account.name as author,
          version.created_at as "createdAt"
        from query_versions version left join users account on account.id = version.author_id
        where version.query_id = ${query.id} and (version.shared or ${isMine})
        order by version.version desc limit ${MOST_VERSIONS}`,
  );
}

/** What the caller sees of a query, and whether it is theirs to change. */
export function describeQuery(query: StoredQuery, { actor }: QueryScope): SavedQuery {
  const isMine = query.ownerId === actor.user.id;
  // What all are given is for those who may write: having been its author once is not enough.
  const isEditable = query.isShared ? can(actor.project.role, 'sql.write') : isMine;
  return { ...query, isMine, isEditable };
}
