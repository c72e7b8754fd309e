import { checkDefinition, findCrowded, problemAt } from '@causeway/contract/automations/check.ts';
import type { Definition, Problem } from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { scopeNeeded } from '@causeway/contract/scopes.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Operations } from '#platform/operations/operation.ts';
import type { Sandbox } from '#platform/sandbox/sandbox.ts';
import { checkCode } from './check-code.ts';
import { nextSlot } from './cron.ts';

export type CheckNeeds = { operations: Operations; sandbox: Sandbox };

/** Everything that keeps a workflow from running, with its place. */
export async function checkWorkflow(
  { operations, sandbox }: CheckNeeds,
  db: Db,
  projectId: string,
  definition: Definition,
): Promise<Problem[]> {
  return [
    ...checkDefinition(definition),
    ...checkSchedules(definition),
    ...checkOperations(operations, definition),
    ...(findCrowded(definition) ? [] : await checkCode(sandbox, definition)),
    ...(await checkNamed(db, projectId, definition)),
  ];
}

function checkSchedules({ triggers }: Definition): Problem[] {
  return triggers.flatMap((trigger) => {
    if (trigger.kind !== 'schedule' || trigger.cron === '') return [];
    try {
      nextSlot(trigger.cron, trigger.zone, new Date());
      return [];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const why = error.details?.reason;
      const field = why === 'zone' ? 'zone' : 'cron';
      const reason = why === 'never' ? 'never' : null;
      return [problemAt(field, error.message, { place: trigger.id, field, reason })];
    }
  });
}

/** Only what may be handed on, and answers at once, can be a step. */
function checkOperations(operations: Operations, { nodes }: Definition): Problem[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'operation' || node.operation === '') return [];
    const operation = operations.find(node.operation);
    if (operation && isOffered(operation)) return [];
    const message = `'${node.operation}' can not be a step.`;
    return [problemAt('operation', message, { place: node.id, field: 'operation' })];
  });
}

export function isOffered(operation: Parameters<typeof scopeNeeded>[0]): boolean {
  const streams = operation.stream ?? operation.takes ?? operation.raw === 'file';
  const needed = scopeNeeded(operation);
  return !streams && needed !== undefined && needed !== 'none';
}

type Named = {
  kind: 'connector' | 'credential' | 'workflow';
  id: string;
  place: string;
  field: string;
};

/** Connectors, credentials and workflows are those of the project. */
async function checkNamed(db: Db, projectId: string, definition: Definition): Promise<Problem[]> {
  const named = listNamed(definition);
  if (named.length === 0) return [];
  const ids = [...new Set(named.map(({ id }) => id))];
  const found = await listRows<{ kind: Named['kind']; id: string; what: string }>(
    db,
    sql`select 'connector' as kind, id, implementation as what from connectors
          where project_id = ${projectId} and id = any(${ids}::uuid[])
        union all select 'credential', id, kind from credentials
          where project_id = ${projectId} and id = any(${ids}::uuid[])
        union all select 'workflow', id, '' from workflows
          where project_id = ${projectId} and id = any(${ids}::uuid[]) and deleted_at is null`,
  );
  const known = new Set(found.map(({ kind, id }) => `${kind}:${id}`));
  return named
    .filter(({ kind, id }) => !known.has(`${kind}:${id}`))
    .map(({ kind, place, field }) => {
      return problemAt(kind, `This ${kind} is not there any more.`, { place, field });
    });
}

function listNamed({ triggers, nodes, settings }: Definition): Named[] {
  const named: Named[] = [];
  const add = (
    kind: Named['kind'],
    id: string | null | undefined,
    place: string,
    field: string,
  ) => {
    if (id) named.push({ kind, id, place, field });
  };
  for (const part of [...triggers, ...nodes]) {
    if ('connectorId' in part) add('connector', part.connectorId, part.id, 'connectorId');
    if ('credentialId' in part) add('credential', part.credentialId, part.id, 'credentialId');
    if ('workflowId' in part) add('workflow', part.workflowId, part.id, 'workflowId');
    if (part.kind === 'webhook' && part.auth.kind !== 'none') {
      add('credential', part.auth.credentialId, part.id, 'auth.credentialId');
    }
  }
  add('workflow', settings.errorWorkflowId, 'settings', 'errorWorkflowId');
  return named;
}

/** Warnings do not count. */
export function refuseProblems(problems: Problem[]): void {
  if (problems.every(({ isWarning }) => isWarning)) return;
  throw new Failure('E_WORKFLOW_INVALID', undefined, { problems: problems.slice(0, 100) });
}
