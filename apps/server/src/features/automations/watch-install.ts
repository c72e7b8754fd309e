import {
  type Definition,
  definition as definitionSchema,
} from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { type ProjectActor, sessionOf } from '#platform/access/actor.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { ActAs, Acting } from '#platform/operations/acting.ts';
import { readInstalled } from './running/look.ts';
import { removeStatements } from './running/row-outbox.ts';
import { readWorkflow, type StoredWorkflow } from './workflows.ts';

/** A trigger of the draft that watches rows by an outbox. */
export async function readRowTrigger(
  db: Db,
  actor: ProjectActor,
  { workflowId, trigger: id }: { workflowId: string; trigger: string },
) {
  const workflow = await readWorkflow(db, actor, workflowId);
  const { triggers } = definitionSchema.parse(workflow.definition);
  const trigger = triggers.find((one) => one.id === id);
  if (trigger?.kind !== 'rows' || trigger.connectorId === null || trigger.table === '') {
    throw new Failure('E_NOT_FOUND');
  }
  return { workflow, trigger };
}

/** Done by the person who asked for it, with their rights, and recorded as theirs. */
export function runInstall(
  actAs: ActAs,
  actor: ProjectActor,
  trigger: { connectorId: string | null },
  statements: string[],
): Promise<void> {
  return installBy(actAs(withinProject(actor)), trigger, statements);
}

/**
 * Which connector it is was written into a workflow, perhaps by somebody else: it is one of the project
 * that the workflow is of, whatever other projects who asks is a member of.
 */
export function withinProject(actor: ProjectActor) {
  return { sessionId: sessionOf(actor), within: actor.project.id };
}

/** By whoever acts for them when they are not there. */
export async function installBy(
  client: Acting,
  { connectorId }: { connectorId: string | null },
  statements: string[],
): Promise<void> {
  const connector = { id: connectorId ?? '' };
  for (const statement of statements) {
    const body = { connector, sql: statement, screen: 'workflow' as const };
    await client.call(sqlRoutes.post, { body });
  }
}

/** Whether it is there, as far as who asks may see; a database that does not answer says nothing. */
export async function findInstalled(
  actAs: ActAs,
  actor: ProjectActor,
  workflowId: string,
  trigger: RowsTrigger,
): Promise<boolean | null> {
  try {
    const client = actAs(withinProject(actor));
    return (await readInstalled(client, workflowId, trigger)).isThere;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return null;
  }
}

export type RowsTrigger = Extract<Definition['triggers'][number], { kind: 'rows' }>;

/** What a workflow may have put into databases, as drawn or as it runs. */
export function outboxTriggers(
  ...definitions: (Pick<Definition, 'triggers'> | undefined)[]
): RowsTrigger[] {
  const found = definitions
    .flatMap((one) => one?.triggers ?? [])
    .filter((trigger) => trigger.kind === 'rows')
    .filter(({ by, connectorId, table }) => by.kind === 'outbox' && connectorId && table !== '');
  return [...new Map(found.map((trigger) => [placeOf(trigger), trigger])).values()];
}

export function placeOf({ id, connectorId, schema, table }: RowsTrigger): string {
  return JSON.stringify([id, connectorId, schema, table]);
}

/** A database that does not answer keeps nobody from deleting a workflow: what is left there is told. */
export async function removeInstalled(
  actAs: ActAs,
  actor: ProjectActor,
  workflowId: string,
  triggers: RowsTrigger[],
): Promise<{ connectorId: string; sql: string }[]> {
  const left: { connectorId: string; sql: string }[] = [];
  for (const trigger of triggers) {
    const statements = removeStatements(workflowId, trigger);
    try {
      await runInstall(actAs, actor, trigger, statements);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      left.push({ connectorId: trigger.connectorId ?? '', sql: statements.join(';\n\n') });
    }
  }
  return left;
}

export async function nameConnectors(
  db: Db,
  { project }: ProjectActor,
  left: { connectorId: string; sql: string }[],
): Promise<{ connector: string; sql: string }[]> {
  if (left.length === 0) return [];
  const named = await listRows<{ id: string; name: string }>(
    db,
    sql`select id, name from connectors where project_id = ${project.id}`,
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return left.map((one) => ({ connector: names.get(one.connectorId) ?? '', sql: one.sql }));
}

/** One that is switched off does not look, however far it once got. */
export function listWatches(db: Db, { id, isEnabled }: StoredWorkflow) {
  return listRows<{
    trigger: string;
    lookedAt: string | null;
    nextAt: string;
    lagMs: number | null;
    error: string | null;
  }>(
    db,
    sql`select trigger_id as trigger, looked_at as "lookedAt", next_at as "nextAt",
          lag_ms::float8 as "lagMs", error
        from workflow_watches where workflow_id = ${id} and ${isEnabled}::boolean order by trigger_id`,
  );
}
