import { Failure } from '@causeway/contract/errors.ts';
import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import type {
  DashboardVersion,
  DraftContent,
  VersionContent,
} from '@causeway/contract/dashboards/versions.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listTiles } from './tiles.ts';

type Of = { id: string };

const MOST_VERSIONS = 200;

/** What the dashboard is now, kept under its version; the oldest beyond a limit go. */
export async function keepVersion(tx: Tx, { id }: Of, userId: string): Promise<void> {
  const tiles = await listTiles(tx, { id });
  await changeRows(
    tx,
    sql`insert into dashboard_versions (dashboard_id, version, content, author_id)
        select id, version, jsonb_build_object('filters', filters, 'tabs', tabs,
            'settings', settings, 'tiles', ${JSON.stringify(tiles)}::jsonb), ${userId}
        from dashboards where id = ${id}
        on conflict (dashboard_id, version) do nothing`,
  );
  await changeRows(
    tx,
    sql`delete from dashboard_versions where dashboard_id = ${id} and version <=
          (select version from dashboards where id = ${id}) - ${MOST_VERSIONS}`,
  );
}

export async function listVersions(db: Db, { id }: Of): Promise<DashboardVersion[]> {
  return listRows(
    db,
    sql`select version.version, account.name as author, version.created_at as "createdAt",
          jsonb_array_length(version.content -> 'tiles') as tiles
        from dashboard_versions version left join users account on account.id = version.author_id
        where version.dashboard_id = ${id} order by version.version desc limit ${MOST_VERSIONS}`,
  );
}

export async function readVersion(db: Db, { id }: Of, version: number): Promise<VersionContent> {
  const found = await findRow<{ content: VersionContent }>(
    db,
    sql`select content from dashboard_versions
        where dashboard_id = ${id} and version = ${version}`,
  );
  if (!found) throw new Failure('E_DASHBOARD_NOT_FOUND', 'There is no such version.');
  return found.content;
}

type Draft = {
  baseVersion: number;
  base: VersionContent | null;
  content: { tiles: Tile[] } & Omit<DraftContent, 'tiles'>;
  revision: number;
  updatedAt: string;
};

export function findDraft(db: Db, { user }: ProjectActor, { id }: Of): Promise<Draft | undefined> {
  return findRow<Draft>(
    db,
    sql`select draft.base_version as "baseVersion", version.content as base, draft.content,
          draft.revision, draft.updated_at as "updatedAt"
        from dashboard_drafts draft left join dashboard_versions version
          on version.dashboard_id = draft.dashboard_id and version.version = draft.base_version
        where draft.dashboard_id = ${id} and draft.user_id = ${user.id}`,
  );
}

type Kept = { baseVersion: number; content: DraftContent; revision: number };

/** Only on what was kept last: two windows of one person never write over each other. */
export async function keepDraft(
  tx: Tx,
  { user }: ProjectActor,
  { id }: Of,
  { baseVersion, content, revision }: Kept,
): Promise<number> {
  const kept = await findRow<{ revision: number }>(
    tx,
    sql`insert into dashboard_drafts (dashboard_id, user_id, base_version, content, revision)
        values (${id}, ${user.id}, ${baseVersion}, ${JSON.stringify(content)}, ${revision + 1})
        on conflict (dashboard_id, user_id) do update set base_version = excluded.base_version,
          content = excluded.content, revision = excluded.revision, updated_at = now()
        where dashboard_drafts.revision = ${revision}
        returning revision`,
  );
  if (!kept) throw new Failure('E_VERSION_CONFLICT');
  return kept.revision;
}

export async function dropDraft(tx: Tx, { user }: ProjectActor, { id }: Of): Promise<void> {
  await changeRows(
    tx,
    sql`delete from dashboard_drafts where dashboard_id = ${id} and user_id = ${user.id}`,
  );
}
