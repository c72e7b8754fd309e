import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import type { ProjectLink, PublicLink } from '@causeway/contract/dashboards/links.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const columns = sql`link.id, link.dashboard_id as "dashboardId", link.name, author.name as author,
  link.password_hash is not null as "hasPassword", link.expires_at as "expiresAt", link.released,
  link.locked, link.opens, link.last_opened_at as "lastOpenedAt", link.created_at as "createdAt",
  link.expires_at < now() as "isExpired"`;
const source = sql`dashboard_links link left join users author on author.id = link.author_id`;

export function listLinks(db: Db, { id }: { id: string }): Promise<PublicLink[]> {
  return listRows(
    db,
    sql`select ${columns} from ${source} where link.dashboard_id = ${id}
        order by link.created_at desc, link.id limit 200`,
  );
}

const MOST_LISTED = 500;

/** Of all dashboards that are there: whoever looks after a project sees what of it is outside. */
export function listProjectLinks(db: Db, projectId: string): Promise<ProjectLink[]> {
  return listRows(
    db,
    sql`select ${columns}, dashboard.name as dashboard,
          coalesce((select jsonb_agg(filter.told || '{"options": []}' order by filter.nth)
            from jsonb_array_elements(dashboard.filters) with ordinality as filter (told, nth)
            where link.locked ? ('f.' || (filter.told ->> 'slug'))), '[]') as filters
        from ${source}
        join dashboards dashboard on dashboard.id = link.dashboard_id
          and dashboard.deleted_at is null
        where link.project_id = ${projectId}
        order by link.created_at desc, link.id limit ${MOST_LISTED}`,
  );
}

/** The word of the project's admins, which also ends the links that are there. */
const allowed = sql`coalesce((project.settings ->> 'publicLinks')::boolean, true)`;

export async function areLinksAllowed(db: Db, projectId: string): Promise<boolean> {
  const { isAllowed } = await readRow<{ isAllowed: boolean }>(
    db,
    sql`select ${allowed} as "isAllowed" from projects project where id = ${projectId}`,
  );
  return isAllowed;
}

type NewLink = {
  projectId: string;
  dashboardId: string;
  authorId: string;
  name: string;
  days: number;
  tokenHash: Buffer;
  passwordHash: string | undefined;
  released: string[];
  locked: AskedFilters;
  allowsFreeValues: boolean;
};

export async function insertLink(tx: Tx, link: NewLink): Promise<PublicLink> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into dashboard_links (project_id, dashboard_id, author_id, name, token_hash,
          password_hash, released, locked, allows_free_values, expires_at)
        values (${link.projectId}, ${link.dashboardId}, ${link.authorId}, ${link.name},
          ${link.tokenHash}, ${link.passwordHash ?? null}, ${JSON.stringify(link.released)},
          ${JSON.stringify(link.locked)}, ${link.allowsFreeValues},
          now() + make_interval(days => ${link.days}))
        returning id`,
  );
  return readRow(tx, sql`select ${columns} from ${source} where link.id = ${id}`);
}

/** Gone is gone: the next request on any instance finds nothing. */
export function deleteLink(
  tx: Tx,
  { id, dashboardId }: { id: string; dashboardId: string },
): Promise<{ name: string } | undefined> {
  return findRow(
    tx,
    sql`delete from dashboard_links where id = ${id} and dashboard_id = ${dashboardId}
        returning name`,
  );
}

export type HeldLink = {
  id: string;
  projectId: string;
  dashboardId: string;
  authorId: string;
  passwordHash: string | null;
  released: string[];
  locked: AskedFilters;
  allowsFreeValues: boolean;
  expiresAt: string;
};

/** Read for every request; one that is over is as if it never was. */
export function findLink(db: Db, tokenHash: Buffer): Promise<HeldLink | undefined> {
  return findRow(
    db,
    sql`select link.id, link.project_id as "projectId", link.dashboard_id as "dashboardId",
          link.author_id as "authorId", link.password_hash as "passwordHash", link.released,
          link.locked, link.allows_free_values as "allowsFreeValues",
          link.expires_at as "expiresAt"
        from dashboard_links link
        join dashboards dashboard on dashboard.id = link.dashboard_id
          and dashboard.deleted_at is null
        join projects project on project.id = link.project_id and ${allowed}
        where link.token_hash = ${tokenHash} and link.expires_at > now()`,
  );
}

export async function countOpen(db: Db, { id }: { id: string }): Promise<void> {
  await changeRows(
    db,
    sql`update dashboard_links set opens = opens + 1, last_opened_at = now() where id = ${id}`,
  );
}
