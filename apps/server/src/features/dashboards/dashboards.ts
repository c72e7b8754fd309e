import { Failure } from '@causeway/contract/errors.ts';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardSummary } from '@causeway/contract/dashboards/list.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listTileQueries, listTiles, replaceTiles } from './tiles.ts';
import { keepVersion } from './versions.ts';

/** A dashboard without its tiles, checked to be one of the project. */
export type StoredDashboard = Omit<Dashboard, 'tiles' | 'queries'>;

const columns = sql`dashboard.id, dashboard.name, dashboard.description, dashboard.folder,
  dashboard.version, dashboard.filters, dashboard.tabs, dashboard.settings, account.name as author, dashboard.updated_at as "updatedAt"`;
const source = sql`dashboards dashboard left join users account on account.id = dashboard.author_id`;

export async function listDashboards(
  db: Db,
  { project, user }: ProjectActor,
): Promise<DashboardSummary[]> {
  return listRows(
    db,
    sql`select ${columns}, coalesce(mark.is_favorite, false) as "isFavorite",
          mark.viewed_at as "viewedAt", coalesce(mark.failing, 0) as failing, coalesce(
            (select jsonb_agg(jsonb_build_object('kind', kind, 'x', x, 'y', y, 'w', w, 'h', h)
                order by y, x)
              from dashboard_tiles where dashboard_id = dashboard.id), '[]') as tiles
        from ${source} left join dashboard_marks mark
          on mark.dashboard_id = dashboard.id and mark.user_id = ${user.id}
        where dashboard.project_id = ${project.id} and dashboard.deleted_at is null
        order by lower(dashboard.name), dashboard.id`,
  );
}

export async function readDashboard(
  db: Db,
  { project }: ProjectActor,
  id: string,
  { isDeleted = false } = {},
): Promise<StoredDashboard> {
  const found = await findRow<StoredDashboard>(
    db,
    sql`select ${columns} from ${source}
        where dashboard.id = ${id} and dashboard.project_id = ${project.id}
          and (dashboard.deleted_at is not null) = ${isDeleted}`,
  );
  if (!found) throw new Failure('E_DASHBOARD_NOT_FOUND');
  return found;
}

/** With its tiles, and what the caller may know of their queries. */
export async function readWhole(db: Db, actor: ProjectActor, id: string): Promise<Dashboard> {
  const dashboard = await readDashboard(db, actor, id);
  const tiles = await listTiles(db, dashboard);
  return { ...dashboard, tiles, queries: await listTileQueries(db, actor, dashboard) };
}

type NewDashboard = Pick<Dashboard, 'name' | 'description' | 'tiles' | 'filters'> &
  Partial<Pick<Dashboard, 'folder' | 'tabs' | 'settings'>>;

export async function insertDashboard(
  tx: Tx,
  { userId, projectId }: { userId: string; projectId: string },
  made: NewDashboard,
): Promise<string> {
  const { name, description, folder = '', tabs = [], settings = {} } = made;
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into dashboards (project_id, name, description, folder, filters, tabs, settings,
          author_id)
        values (${projectId}, ${name}, ${description}, ${folder}, ${JSON.stringify(made.filters)},
          ${JSON.stringify(tabs)}, ${JSON.stringify(settings)}, ${userId})
        returning id`,
  );
  await replaceTiles(tx, { id }, made.tiles);
  await keepVersion(tx, { id }, userId);
  return id;
}

type Change = { [Part in keyof NewDashboard]?: NewDashboard[Part] | undefined };

/** Only what was made on the version there is: somebody else's change is never written over. */
export async function updateDashboard(
  tx: Tx,
  { id }: StoredDashboard,
  { version, userId, ...change }: Change & { version: number; userId: string },
): Promise<void> {
  const { name, description, folder, filters, tabs, settings, tiles } = change;
  const changed = await changeRows(
    tx,
    sql`update dashboards set name = coalesce(${name}, name),
          description = coalesce(${description}, description),
          folder = coalesce(${folder}, folder),
          filters = coalesce(${filters && JSON.stringify(filters)}::jsonb, filters),
          tabs = coalesce(${tabs && JSON.stringify(tabs)}::jsonb, tabs),
          settings = coalesce(${settings && JSON.stringify(settings)}::jsonb, settings),
          version = version + 1, updated_at = now()
        where id = ${id} and version = ${version}`,
  );
  if (changed === 0) throw new Failure('E_VERSION_CONFLICT');
  if (tiles) await replaceTiles(tx, { id }, tiles);
  await keepVersion(tx, { id }, userId);
}

/** Makes a new version; whoever else wants to change it waits until this is done. */
export async function raiseVersion(tx: Tx, { id }: StoredDashboard): Promise<void> {
  await changeRows(
    tx,
    sql`update dashboards set version = version + 1, updated_at = now() where id = ${id}`,
  );
}

export async function markDeleted(tx: Tx, { id }: StoredDashboard, isDeleted: boolean) {
  await changeRows(
    tx,
    isDeleted
      ? sql`update dashboards set deleted_at = now() where id = ${id}`
      : sql`update dashboards set deleted_at = null where id = ${id}`,
  );
}

const KEPT_DAYS = 30;

/** What was deleted is kept for a while, then it is gone. */
export async function forgetDeleted(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from dashboards where deleted_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}
