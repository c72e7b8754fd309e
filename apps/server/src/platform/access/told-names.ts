import { covers, type scopeNeeded } from '@causeway/contract/scopes.ts';
import type { Actor } from './actor.ts';

type Needed = NonNullable<ReturnType<typeof scopeNeeded>>;

/** By what each kind of thing is looked at; what is not here is for people only, as their pins are. */
const shownBy = {
  query: 'queries:read',
  snapshot: 'queries:read',
  tile: 'dashboards:read',
  alert: 'dashboards:read',
  workflow: 'workflows:read',
  snippet: 'snippets:read',
  measure: 'data:read',
  view: 'data:read',
  member: 'members:read',
  run: 'project:read',
} as const satisfies Record<string, Needed>;

/**
 * Whether somebody may know of a thing that another one names: whoever was given one area only is not
 * told what there is in the others.
 */
export function mayBeTold(
  { scopes }: Pick<Actor, 'scopes'>,
  kind: string,
  connectorId: string | undefined,
): boolean {
  if (!scopes) return true;
  const needed = Object.entries(shownBy).find(([known]) => known === kind)?.[1];
  return needed !== undefined && covers(scopes, needed, connectorId);
}
