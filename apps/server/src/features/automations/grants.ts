import type { Node } from '@causeway/contract/automations/definition.ts';
import { type Scope, scopeNeeded } from '@causeway/contract/scopes.ts';
import type { Operations } from '#platform/operations/operation.ts';
import type { Plan } from './engine/plan.ts';

/**
 * What a workflow is given of its publisher's rights: what its steps need, on the connectors they
 * name, and nothing else.
 */
export function grantsOf(operations: Operations, plan: Plan): Scope[] {
  const scopes = new Set<Scope>();
  for (const { steps } of plan.scopes.values()) {
    for (const { node } of steps)
      for (const scope of grantsOfNode(operations, node)) scopes.add(scope);
  }
  return [...scopes];
}

function grantsOfNode(operations: Operations, node: Node): Scope[] {
  if (node.kind === 'query') return [`data:read@${node.connectorId}`];
  if (node.kind === 'execute' || node.kind === 'upsert') return [`data:write@${node.connectorId}`];
  if (node.kind === 'object') {
    const writes = ['write', 'copy', 'delete'].includes(node.action);
    return [`storage:${writes ? 'write' : 'read'}@${node.connectorId}`];
  }
  if (node.kind !== 'operation') return [];
  const operation = operations.find(node.operation);
  const needed = operation && scopeNeeded(operation);
  return needed && needed !== 'none' ? [needed, ...grantsOfDestination(node.body)] : [];
}

/** What is written into a bucket by an operation on something else reaches a second connector. */
function grantsOfDestination(body: unknown): Scope[] {
  const { destination } = (body ?? {}) as { destination?: Record<string, unknown> };
  const id = destination?.kind === 'bucket' ? destination.connectorId : undefined;
  return typeof id === 'string' ? [`storage:write@${id}`] : [];
}
