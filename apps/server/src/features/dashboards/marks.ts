import { can } from '@causeway/contract/access.ts';
import type { DashboardPicture } from '@causeway/contract/dashboards/pictures.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { StoredDashboard } from './dashboards.ts';

/**
 * Which rows a member sees: those of who may write, or of who may only read, and as which roles of the
 * databases they work. A picture is for who sees the same, and for nobody once a role is named or changed.
 */
function seesAs({ project }: ProjectActor): Sql {
  const mayWrite = can(project.role, 'sql.write');
  return sql`(select concat_ws(' ', ${mayWrite ? 'writer' : 'reader'}::text,
      string_agg(concat(id, ' ', settings->>'readerRole'), ' ' order by id))
    from connectors where project_id = ${project.id}
      and coalesce(settings->>'readerRole', '') <> ''
      and (not ${mayWrite}::boolean or coalesce((settings->>'readOnly')::boolean, false)))`;
}

type Seen = { picture?: DashboardPicture | undefined; failing?: number | undefined };

export async function markSeen(
  db: Db,
  actor: ProjectActor,
  dashboard: Pick<StoredDashboard, 'id' | 'version'>,
  { picture, failing }: Seen,
): Promise<void> {
  const drawn = picture && JSON.stringify(picture);
  await changeRows(
    db,
    sql`insert into dashboard_marks (dashboard_id, user_id, viewed_at, sees, picture, failing, version)
        values (${dashboard.id}, ${actor.user.id}, now(), ${seesAs(actor)}, ${drawn}::jsonb,
          ${failing ?? 0}, ${dashboard.version})
        on conflict (dashboard_id, user_id) do update set viewed_at = now(), sees = excluded.sees,
          picture = case when dashboard_marks.sees = excluded.sees
            then coalesce(excluded.picture, dashboard_marks.picture) else excluded.picture end,
          failing = coalesce(${failing}, dashboard_marks.failing),
          version = case when excluded.picture is null then dashboard_marks.version
            else excluded.version end`,
  );
}

export async function markFavorite(
  db: Db,
  { user }: ProjectActor,
  { id }: Pick<StoredDashboard, 'id'>,
  isFavorite: boolean,
): Promise<void> {
  await changeRows(
    db,
    sql`insert into dashboard_marks (dashboard_id, user_id, is_favorite)
        values (${id}, ${user.id}, ${isFavorite})
        on conflict (dashboard_id, user_id) do update set is_favorite = excluded.is_favorite`,
  );
}

/**
 * One's own first. Of somebody else only what was drawn with the same rights, from the dashboard as
 * it is now, by who could change it anyway: nobody paints for those who trust them less.
 */
export async function listPictures(
  db: Db,
  actor: ProjectActor,
): Promise<Record<string, DashboardPicture>> {
  const sees = seesAs(actor);
  const rows = await listRows<{ id: string; picture: DashboardPicture }>(
    db,
    sql`select distinct on (dashboard.id) dashboard.id, mark.picture
        from dashboards dashboard join dashboard_marks mark on mark.dashboard_id = dashboard.id
        where dashboard.project_id = ${actor.project.id} and dashboard.deleted_at is null
          and mark.picture is not null and mark.sees = ${sees}
          and (mark.user_id = ${actor.user.id}
            or (mark.sees like 'writer%' and mark.version = dashboard.version))
        order by dashboard.id, mark.user_id = ${actor.user.id} desc, mark.viewed_at desc`,
  );
  return Object.fromEntries(rows.map(({ id, picture }) => [id, picture]));
}

/** Those the list would show without a picture. */
export function listUndrawn(db: Db, actor: ProjectActor): Promise<{ id: string }[]> {
  const sees = seesAs(actor);
  return listRows(
    db,
    sql`select dashboard.id from dashboards dashboard
        where dashboard.project_id = ${actor.project.id} and dashboard.deleted_at is null
          and exists (select from dashboard_tiles where dashboard_id = dashboard.id)
          and not exists (select from dashboard_marks mark
            where mark.dashboard_id = dashboard.id and mark.picture is not null
              and mark.sees = ${sees} and (mark.user_id = ${actor.user.id}
                or (mark.sees like 'writer%' and mark.version = dashboard.version)))
        order by dashboard.updated_at desc limit 20`,
  );
}

/** Drawn without anybody looking: it counts as no visit. */
export async function keepPicture(
  db: Db,
  actor: ProjectActor,
  { id, version }: Pick<StoredDashboard, 'id' | 'version'>,
  picture: DashboardPicture,
): Promise<void> {
  await changeRows(
    db,
    sql`insert into dashboard_marks (dashboard_id, user_id, sees, picture, version)
        values (${id}, ${actor.user.id}, ${seesAs(actor)}, ${JSON.stringify(picture)}::jsonb,
          ${version})
        on conflict (dashboard_id, user_id) do update set sees = excluded.sees,
          picture = excluded.picture, version = excluded.version`,
  );
}
