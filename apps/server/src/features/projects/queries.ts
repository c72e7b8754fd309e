import type { Project } from '@causeway/contract/projects.ts';
import { changeRows, type Db, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { roleNow } from '#platform/access/find-actor.ts';

type ProjectSettings = Project['settings'];

const defaultSettings: ProjectSettings = {
  defaultUiLang: 'en',
  timeZone: 'UTC',
  publicLinks: true,
  mailDomains: [],
};

/** The projects a user is a member of, each with the user's role and its connectors. */
export async function listProjects(db: Db, userId: string, only?: string): Promise<Project[]> {
  const which: Sql = only ? sql`and project.id = ${only}` : sql``;
  const rows = await listRows<Project>(
    db,
    sql`select project.id, project.name, project.description, project.settings, project.sponsor_id as "sponsorId",
          project.created_at as "createdAt", ${roleNow} as role,
          coalesce((select json_agg(json_build_object(
              'id', connector.id, 'name', connector.name,
              'implementation', connector.implementation, 'config', connector.config,
              'secretFields', connector.secret_fields, 'settings', connector.settings)
              order by connector.created_at, connector.id)
            from connectors connector where connector.project_id = project.id), '[]') as connectors
        from project_members member join projects project on project.id = member.project_id
        where member.user_id = ${userId} ${which}
        order by project.created_at, project.id`,
  );
  return rows.map((row) => ({ ...row, settings: { ...defaultSettings, ...row.settings } }));
}

export async function readProject(db: Db, userId: string, projectId: string): Promise<Project> {
  const [project] = await listProjects(db, userId, projectId);
  if (!project) throw new Error(`Project ${projectId} vanished`);
  return project;
}

export async function insertProject(
  tx: Tx,
  project: { name: string; settings: Partial<ProjectSettings>; ownerId: string },
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into projects (name, settings)
        values (${project.name}, ${JSON.stringify(project.settings)}) returning id`,
  );
  await changeRows(
    tx,
    sql`insert into project_members (project_id, user_id, role)
        values (${id}, ${project.ownerId}, 'owner')`,
  );
  return id;
}

export async function updateProject(
  tx: Tx,
  project: AuthorizedProject,
  change: {
    name?: string;
    description?: Project['description'];
    settings?: Partial<ProjectSettings>;
  },
): Promise<void> {
  await changeRows(
    tx,
    sql`update projects set name = coalesce(${change.name ?? null}, name),
          description = coalesce(${change.description && JSON.stringify(change.description)}::jsonb,
            description),
          settings = settings || ${JSON.stringify(change.settings ?? {})}::jsonb
        where id = ${project.id}`,
  );
}

/** Somebody pays for it in place of its owner; null: nobody does. */
export async function setSponsor(tx: Tx, projectId: string, userId: string | null): Promise<void> {
  await changeRows(tx, sql`update projects set sponsor_id = ${userId} where id = ${projectId}`);
}

const onlyOf = (userId: string) => sql`exists (select from project_members
    where project_id = project.id and user_id = ${userId})
  and not exists (select from project_members
    where project_id = project.id and user_id <> ${userId})`;

/** What nobody else could ever open again. */
export async function deleteProjectsOnlyOf(tx: Tx, userId: string): Promise<void> {
  await changeRows(tx, sql`delete from projects project where ${onlyOf(userId)}`);
}

export async function listProjectsOnlyOf(db: Db, userId: string): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select id from projects project where ${onlyOf(userId)}`,
  );
  return rows.map(({ id }) => id);
}
