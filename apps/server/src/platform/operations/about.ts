import type { Route } from '@causeway/contract/route.ts';
import type { About } from '#platform/access/find-actor.ts';
import type { RawInput } from './parse-input.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What a call is about. An id that can't be one is answered like one that is not there. */
export function aboutOf(
  { access }: Pick<Route, 'access'>,
  { params, query, body }: RawInput,
): About {
  if (typeof access === 'string') return undefined;
  if (access.connector) {
    const connectorId = readConnectorId(query) ?? readConnectorId(body);
    return connectorId && uuid.test(connectorId) ? { connectorId } : undefined;
  }
  const { projectId } = (params ?? {}) as { projectId?: string };
  return projectId && uuid.test(projectId) ? { projectId } : undefined;
}

function readConnectorId(part: unknown): string | undefined {
  const { connector } = (part ?? {}) as { connector?: { id?: unknown } };
  return typeof connector?.id === 'string' ? connector.id : undefined;
}
