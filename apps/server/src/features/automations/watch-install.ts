import { definition as definitionSchema } from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { type ProjectActor, sessionOf } from '#platform/access/actor.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { ActAs } from '#platform/operations/acting.ts';
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
export async function runInstall(
  actAs: ActAs,
  actor: ProjectActor,
  { connectorId }: { connectorId: string | null },
  statements: string[],
): Promise<void> {
  const client = actAs({ sessionId: sessionOf(actor) });
  const connector = { id: connectorId ?? '' };
  for (const statement of statements) {
    const body = { connector, sql: statement, screen: 'workflow' as const };
    await client.call(sqlRoutes.post, { body });
  }
}

export function listWatches(db: Db, { id }: StoredWorkflow) {
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
        from workflow_watches where workflow_id = ${id} order by trigger_id`,
  );
}
