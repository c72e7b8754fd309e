import type { ProjectActor } from '#platform/access/actor.ts';
import type { Sealed } from '#platform/connectors/opened.ts';

/** Whose queries are asked for: a member's, of one connector. */
export type QueryScope = { actor: ProjectActor; connectorId: string };

export function scopeOf({ actor, opened }: { actor: ProjectActor; opened: Sealed }): QueryScope {
  return { actor, connectorId: opened.connector.id };
}
