import { can, type Role } from '@causeway/contract/access.ts';
import {
  connectorAreas,
  connectorOfScope,
  readOnlyAreas,
  type ScopeArea,
  scopeAreas,
} from '@causeway/contract/scopes.ts';

export type Level = 'none' | 'read' | 'write';

/** What a key is given, as the form shows it: how much of each area, and of which connectors. */
export type ScopeDraft = {
  levels: Record<ScopeArea, Level>;
  /** Of these only; none named are all there are, also those that come later. */
  connectorIds: string[];
};

const nothing = Object.fromEntries(scopeAreas.map((area) => [area, 'none'])) as Record<
  ScopeArea,
  Level
>;

export const emptyScopes: ScopeDraft = { levels: nothing, connectorIds: [] };
export const firstScopes: ScopeDraft = { ...emptyScopes, levels: { ...nothing, data: 'read' } };

export function isOfConnector(area: ScopeArea): boolean {
  return (connectorAreas as readonly ScopeArea[]).includes(area);
}

export function mayWrite(area: ScopeArea): boolean {
  return !readOnlyAreas.has(area);
}

/** Everything a role may do today; an area that is added later is not in it. */
export function everyScope(most: Level, role: Role): ScopeDraft['levels'] {
  return Object.fromEntries(
    scopeAreas.map((area) => {
      if (area === 'audit' && !can(role, 'audit.read')) return [area, 'none'];
      return [area, most === 'write' && mayWrite(area) ? 'write' : 'read'];
    }),
  ) as ScopeDraft['levels'];
}

export function scopesOf({ levels, connectorIds }: ScopeDraft): string[] {
  return scopeAreas.flatMap((area) => {
    const level = levels[area];
    if (level === 'none') return [];
    if (!isOfConnector(area) || connectorIds.length === 0) return [`${area}:${level}`];
    return connectorIds.map((id) => `${area}:${level}@${id}`);
  });
}

/** The form for what a key has. A stronger scope of an area hides a weaker one. */
export function draftOf(scopes: readonly string[]): ScopeDraft {
  const levels = { ...nothing };
  const connectorIds = new Set<string>();
  for (const scope of scopes) {
    const [area, level] = (scope.split('@')[0] ?? '').split(':') as [ScopeArea, Level];
    if (levels[area] !== 'write') levels[area] = level;
    const only = connectorOfScope(scope);
    if (only !== undefined) connectorIds.add(only);
  }
  return { levels, connectorIds: [...connectorIds] };
}
