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
  return needed && needed !== 'none' ? [needed, ...grantsOfBuckets(node.body)] : [];
}

/** What an operation on something else writes into a bucket, or reads from one, is a second connector. */
function grantsOfBuckets(body: unknown): Scope[] {
  const { destination, source } = (body ?? {}) as { destination?: unknown; source?: unknown };
  const [to, from] = [idOfBucket(destination), idOfBucket(source)];
  return [
    ...(to === undefined ? [] : [`storage:write@${to}` as const]),
    ...(from === undefined ? [] : [`storage:read@${from}` as const]),
  ];
}

function idOfBucket(place: unknown): string | undefined {
  const { kind, connectorId } = (place ?? {}) as { kind?: unknown; connectorId?: unknown };
  return kind === 'bucket' && typeof connectorId === 'string' ? connectorId : undefined;
}
