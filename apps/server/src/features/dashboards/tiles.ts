import { Failure } from '@causeway/contract/errors.ts';
import {
  isAsking,
  type AskingTile,
  type Tile,
  type TileContent,
  type TileQuery,
} from '@causeway/contract/dashboards/dashboards.ts';
import { bucketUnitsIn } from '@causeway/contract/sql/bucket-units.ts';
import { listParameters } from '@causeway/contract/sql/placeholders.ts';
import { changeRows, type Db, listRows, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { ProjectActor } from '#platform/access/actor.ts';

type Of = { id: string };
type StoredTile = Omit<AskingTile, 'parameters'> & { settings: object };

export async function listTiles(db: Db, { id }: Of): Promise<Tile[]> {
  const stored = await listRows<StoredTile>(
    db,
    sql`select id, kind, title, query_id as "queryId", settings, x, y, w, h
        from dashboard_tiles where dashboard_id = ${id} order by y, x, id`,
  );
  return stored.map(({ settings, ...tile }) => ({ ...tile, ...settings }) as Tile);
}

/** They are few and belong together: those that were are gone, those that are given are there. */
export async function replaceTiles(tx: Tx, { id }: Of, tiles: Tile[]): Promise<void> {
  await changeRows(tx, sql`delete from dashboard_tiles where dashboard_id = ${id}`);
  const rows = JSON.stringify(tiles.map(toRow));
  await changeRows(
    tx,
    sql`insert into dashboard_tiles (dashboard_id, id, kind, title, query_id, settings, x, y, w, h)
        select ${id}, tile.id, kind, title, query.id, settings, x, y, w, h
        from jsonb_to_recordset(${rows}::jsonb) as tile(id uuid, kind text, title text,
          query_id uuid, settings jsonb, x int, y int, w int, h int)
        left join queries query on query.id = tile.query_id`,
  );
}

function toRow({ id, kind, title, x, y, w, h, ...rest }: Tile) {
  const { queryId: query_id = null, ...settings } = rest as Partial<AskingTile>;
  return { id, kind, title, query_id, settings, x, y, w, h };
}

type QueryRow = {
  id: string;
  name: string;
  connectorId: string;
  version: number;
  parameters: Extract<TileQuery, { state: 'ready' }>['parameters'];
  statement: string;
  isVisible: boolean;
  isDeleted: boolean;
};

/** Each query once. Of one that is private to somebody else only that it is. */
export function listTileQueries(db: Db, actor: ProjectActor, { id }: Of): Promise<TileQuery[]> {
  // Those of tiles, and those that filters take their choices from.
  const named = sql`select query_id from dashboard_tiles where dashboard_id = ${id}
    union select (filter -> 'optionsFrom' ->> 'queryId')::uuid
      from dashboards, jsonb_array_elements(filters) filter where dashboards.id = ${id}`;
  return listQueriesIn(db, actor, named);
}

/** Those of tiles that are not saved yet: of the project, whoever wrote their ids. */
export function listQueriesOf(
  db: Db,
  actor: ProjectActor,
  tiles: readonly TileContent[],
): Promise<TileQuery[]> {
  return listQueriesIn(db, actor, sql`select unnest(${queryIdsOf(tiles)}::uuid[])`);
}

async function listQueriesIn(
  db: Db,
  { user, project }: ProjectActor,
  ids: Sql,
): Promise<TileQuery[]> {
  const rows = await listRows<QueryRow>(
    db,
    sql`select id, name, connector_id as "connectorId", version, parameters, sql as statement,
          shared or owner_id = ${user.id} as "isVisible",
          deleted_at is not null as "isDeleted"
        from queries where id in (${ids}) and project_id = ${project.id}`,
  );
  return rows.map(({ isVisible, isDeleted, statement, ...query }) => {
    if (!isVisible) return { state: 'private', id: query.id };
    if (isDeleted) return { state: 'deleted', ...query };
    const parameters = namedIn(statement, query.parameters);
    return { state: 'ready', ...query, parameters, units: bucketUnitsIn(statement) };
  });
}

/** What was saved beside a statement may be of an earlier one, and no filter reaches it by that. */
function namedIn(statement: string, parameters: QueryRow['parameters']): QueryRow['parameters'] {
  if (parameters.length === 0) return parameters;
  const named = new Set(listParameters(statement).map(({ name }) => name));
  return parameters.filter(({ name }) => named.has(name));
}

/**
 * What is new on a dashboard has to be for everybody who sees it. Tiles that were there may stay,
 * whatever became of their query.
 */
export async function checkQueries(
  db: Db,
  { user, project }: ProjectActor,
  { tiles, before }: { tiles: readonly TileContent[]; before: readonly TileContent[] },
): Promise<void> {
  const known = new Set(queryIdsOf(before));
  const added = queryIdsOf(tiles).filter((id) => !known.has(id));
  if (added.length === 0) return;
  const found = await listRows<{ id: string; isShared: boolean }>(
    db,
    sql`select id, shared as "isShared" from queries
        where id = any(${added}::uuid[]) and project_id = ${project.id} and deleted_at is null
          and (shared or owner_id = ${user.id})`,
  );
  if (found.length < new Set(added).size) throw new Failure('E_QUERY_NOT_FOUND');
  if (found.some(({ isShared }) => !isShared)) throw new Failure('E_QUERY_PRIVATE');
}

function queryIdsOf(tiles: readonly TileContent[]): string[] {
  return tiles.flatMap((tile) => (isAsking(tile) && tile.queryId ? [tile.queryId] : []));
}
