import type { Project } from '@causeway/contract/projects.ts';
import { covers, type Scope } from '@causeway/contract/scopes.ts';
import type { Actor } from './actor.ts';

type ToldConnector = Project['connectors'][number];

/** Whether scopes lead to anything behind a connector. */
export function reaches(
  scopes: readonly Scope[],
  { id, implementation }: Pick<ToldConnector, 'id' | 'implementation'>,
): boolean {
  if (implementation !== 'sql') return covers(scopes, 'storage:read', id);
  // Whoever may read its rows may read its findings.
  return covers(scopes, 'intelligence:read', id) || covers(scopes, 'queries:read', id);
}

/**
 * Those that somebody may know of in a list of projects. Whoever was given what is behind some of them
 * is told these by name; where they lead and how they are set up is for who may read connectors.
 */
export function toldConnectors(
  { scopes }: Pick<Actor, 'scopes'>,
  connectors: ToldConnector[],
): ToldConnector[] {
  if (!scopes || covers(scopes, 'connectors:read', undefined)) return connectors;
  return connectors
    .filter((connector) => reaches(scopes, connector))
    .map((connector) => ({ ...connector, config: {}, secretFields: {}, settings: {} }));
}
