import { Failure } from '@causeway/contract/errors.ts';
import type { AuthorizedProject, Caller } from '#platform/access/caller.ts';

/** Whose queries are asked for: a member's, of one connector. */
export type QueryScope = { caller: Caller; project: AuthorizedProject; connectorId: string };

export function scopeOf({
  caller,
  project,
}: {
  caller: Caller;
  project: AuthorizedProject;
}): QueryScope {
  if (!project.connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
  return { caller, project, connectorId: project.connector.id };
}
