import { randomBytes } from 'node:crypto';
import type { Definition, Samples } from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** A workflow as it is stored. */
export type StoredWorkflow = {
  id: string;
  projectId: string;
  name: string;
  description: string;
  version: number | null;
  isEnabled: boolean;
  publishedBy: { id: string; name: string } | null;
  publishedAt: string | null;
  updatedAt: string;
  hasChanges: boolean;
  definition: Definition;
  samples: Samples;
  draftVersion: number;
  hookToken: string;
  nextAt: string | null;
};

const columns = sql`workflow.id, workflow.project_id as "projectId", workflow.name,
  workflow.description, workflow.version, workflow.is_enabled as "isEnabled",
  workflow.updated_at as "updatedAt", workflow.has_changes as "hasChanges",
  workflow.draft as definition, workflow.samples, workflow.draft_version as "draftVersion",
  workflow.hook_token as "hookToken", version.published_at as "publishedAt",
  case when publisher.id is not null
    then json_build_object('id', publisher.id, 'name', publisher.name) end as "publishedBy",
  (select min(next_at) from workflow_schedules where workflow_id = workflow.id) as "nextAt"`;
const from = sql`from workflows workflow
  left join users publisher on publisher.id = workflow.published_by
  left join workflow_versions version on version.workflow_id = workflow.id
    and version.version = workflow.version`;

export async function readWorkflow(
  db: Db,
  { project }: Pick<ProjectActor, 'project'>,
  id: string,
  { isDeleted = false } = {},
): Promise<StoredWorkflow> {
  const found = await findRow<StoredWorkflow>(
    db,
    sql`select ${columns} ${from} where workflow.id = ${id}
          and workflow.project_id = ${project.id}
          and (workflow.deleted_at is not null) = ${isDeleted}`,
  );
  if (!found) throw new Failure('E_WORKFLOW_NOT_FOUND');
  return found;
}

type Listed = StoredWorkflow & { published: Definition | null };

export function listWorkflows(db: Db, projectId: string): Promise<Listed[]> {
  return listRows(
    db,
    sql`select ${columns}, version.definition as published ${from}
        where workflow.project_id = ${projectId} and workflow.deleted_at is null
        order by lower(workflow.name), workflow.id`,
  );
}

const MOST_WORKFLOWS = 1_000;

export async function insertWorkflow(
  tx: Tx,
  { user, project }: ProjectActor,
  { name, description, definition }: { name: string; description: string; definition: Definition },
): Promise<string> {
  const { count } = await readRow<{ count: number }>(
    tx,
    sql`select count(*)::int as count from workflows
        where project_id = ${project.id} and deleted_at is null`,
  );
  if (count >= MOST_WORKFLOWS) {
    throw new Failure('E_VALIDATION', `A project has at most ${MOST_WORKFLOWS} workflows.`);
  }
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into workflows (project_id, name, description, draft, author_id, hook_token)
        values (${project.id}, ${name}, ${description}, ${JSON.stringify(definition)}, ${user.id},
          ${makeHookToken()}) returning id`,
  );
  return id;
}

function makeHookToken(): string {
  return randomBytes(24).toString('base64url');
}

export async function renameWorkflow(
  tx: Tx,
  { id }: StoredWorkflow,
  change: { name?: string | undefined; description?: string | undefined },
): Promise<void> {
  await changeRows(
    tx,
    sql`update workflows set name = coalesce(${change.name}, name),
          description = coalesce(${change.description}, description), updated_at = now()
        where id = ${id}`,
  );
}

/** Refused when another save came between: nobody's work is written over unseen. */
export async function saveDraft(
  tx: Tx,
  { id }: StoredWorkflow,
  draft: { draftVersion: number; definition: Definition; samples: Samples },
): Promise<{ draftVersion: number; hasChanges: boolean }> {
  const saved = await findRow<{ draftVersion: number; hasChanges: boolean }>(
    tx,
    sql`update workflows set draft = ${JSON.stringify(draft.definition)},
          samples = ${JSON.stringify(draft.samples)}, draft_version = draft_version + 1,
          updated_at = now(),
          has_changes = version is null or ${JSON.stringify(draft.definition)}::jsonb is distinct from
            (select definition::jsonb from workflow_versions published
              where published.workflow_id = workflows.id and published.version = workflows.version)
        where id = ${id} and draft_version = ${draft.draftVersion}
        returning draft_version as "draftVersion", has_changes as "hasChanges"`,
  );
  if (!saved) throw new Failure('E_VERSION_CONFLICT');
  return saved;
}

export async function publishDraft(
  tx: Tx,
  workflow: StoredWorkflow,
  { user, draftVersion, note }: { user: { id: string }; draftVersion: number; note: string },
): Promise<number> {
  const published = await findRow<{ version: number }>(
    tx,
    sql`update workflows set version = coalesce((select max(version) from workflow_versions
            where workflow_id = ${workflow.id}), 0) + 1,
          has_changes = false, is_enabled = true, published_by = ${user.id}, updated_at = now()
        where id = ${workflow.id} and draft_version = ${draftVersion} returning version`,
  );
  if (!published) throw new Failure('E_VERSION_CONFLICT');
  await changeRows(
    tx,
    sql`insert into workflow_versions (workflow_id, version, definition, note, published_by)
        values (${workflow.id}, ${published.version}, ${JSON.stringify(workflow.definition)},
          ${note}, ${user.id})`,
  );
  return published.version;
}

export async function markEnabled(tx: Tx, { id }: StoredWorkflow, isEnabled: boolean) {
  await changeRows(
    tx,
    sql`update workflows set is_enabled = ${isEnabled}, updated_at = now() where id = ${id}`,
  );
}

export async function markDeleted(tx: Tx, { id }: StoredWorkflow, isDeleted: boolean) {
  await changeRows(
    tx,
    sql`update workflows set is_enabled = false, updated_at = now(),
          deleted_at = case when ${isDeleted} then now() end where id = ${id}`,
  );
}

export async function renewHookToken(tx: Tx, { id }: StoredWorkflow): Promise<void> {
  await changeRows(
    tx,
    sql`update workflows set hook_token = ${makeHookToken()}, updated_at = now() where id = ${id}`,
  );
}

export function listVersions(db: Db, { id }: StoredWorkflow) {
  return listRows<{
    version: number;
    note: string;
    publishedBy: { id: string; name: string } | null;
    publishedAt: string;
    definition: Definition;
  }>(
    db,
    sql`select version.version, version.note, version.published_at as "publishedAt",
          version.definition, case when account.id is not null
            then json_build_object('id', account.id, 'name', account.name) end as "publishedBy"
        from workflow_versions version left join users account on account.id = version.published_by
        where version.workflow_id = ${id} order by version.version desc limit 500`,
  );
}

export async function forgetDeletedWorkflows(db: Db): Promise<void> {
  await changeRows(db, sql`delete from workflows where deleted_at < now() - interval '30 days'`);
}
