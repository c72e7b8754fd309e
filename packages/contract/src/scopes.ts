import type { Route } from './route.ts';

/**
 * What an operation does to the world: `reads` leaves everything as it is, `writes` changes what the
 * product or a connector keeps, `sends` leaves the building (a mail, a call to somebody's server).
 */
export type Effect = 'reads' | 'writes' | 'sends';

/** A GET only reads; anything else writes unless its route says what it does. */
export function effectOf(route: Pick<Route, 'method' | 'effect'>): Effect {
  return route.effect ?? (route.method === 'GET' ? 'reads' : 'writes');
}

/** Areas that can be handed to somebody who acts for a person: a key, a workflow, the assistant. */
export const scopeAreas = [
  'data',
  'storage',
  'queries',
  'dashboards',
  'snippets',
  'workflows',
  'connectors',
  'project',
  'members',
  'audit',
  'intelligence',
  'usage',
] as const;
export type ScopeArea = (typeof scopeAreas)[number];

/** Where nothing is ever written by anybody but a person. */
export const readOnlyAreas: ReadonlySet<ScopeArea> = new Set<ScopeArea>([
  'connectors',
  'project',
  'members',
  'audit',
  'usage',
]);

/** Whose operations are about one connector, so that a scope can be of that one only. */
export const connectorAreas = ['data', 'storage', 'queries'] as const satisfies ScopeArea[];

/** `data:read`, `storage:write`, and for one connector only `data:read@<id>`. Write includes read. */
export type Scope =
  | `${ScopeArea}:${'read' | 'write'}`
  | `${ScopeArea}:${'read' | 'write'}@${string}`;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether somebody may be given this. One of an area that is gone stays harmless: it covers nothing. */
export function isScope(text: string): text is Scope {
  const [granted = '', only, ...rest] = text.split('@');
  const [area, how, ...more] = granted.split(':') as [ScopeArea, string, ...string[]];
  if (rest.length > 0 || more.length > 0 || !scopeAreas.includes(area)) return false;
  if (how !== 'read' && (how !== 'write' || readOnlyAreas.has(area))) return false;
  if (only === undefined) return true;
  return (connectorAreas as readonly ScopeArea[]).includes(area) && uuid.test(only);
}

/** The connector a scope is limited to. */
export function connectorOfScope(scope: string): string | undefined {
  return scope.split('@')[1];
}

/**
 * The area of an operation, by the first part of its name. What is missing here is never handed on:
 * sessions, the account, keys, members' changes, staff.
 */
const areaByName: Record<string, ScopeArea> = {
  sql: 'data',
  sqlEditor: 'data',
  tables: 'data',
  drafts: 'data',
  ledger: 'data',
  files: 'data',
  imports: 'data',
  exports: 'data',
  replace: 'data',
  intelligence: 'data',
  home: 'data',
  measures: 'data',
  storage: 'storage',
  storagePreviews: 'storage',
  storageViews: 'storage',
  storageUploads: 'storage',
  storageJobs: 'storage',
  storageReplace: 'storage',
  storageDeleted: 'storage',
  bucketIndex: 'storage',
  queries: 'queries',
  queryRuns: 'queries',
  editorTabs: 'queries',
  dashboards: 'dashboards',
  dashboardView: 'dashboards',
  snippets: 'snippets',
  snippetComments: 'snippets',
  workflows: 'workflows',
  workflowRuns: 'workflows',
  connectors: 'connectors',
  projects: 'project',
  sample: 'project',
  runs: 'project',
  members: 'members',
  audit: 'audit',
};

/**
 * Operations of another area than the rest of their name. Findings are not the rows they are about; what
 * looks at rows, or changes the database, stays with those. Of use only what a project used is handed on.
 */
const areaOfOperation: Record<string, ScopeArea> = {
  'intelligence.list': 'intelligence',
  'intelligence.coverage': 'intelligence',
  'intelligence.health': 'intelligence',
  'intelligence.fixes': 'intelligence',
  'intelligence.dismiss': 'intelligence',
  'intelligence.snooze': 'intelligence',
  'intelligence.reopen': 'intelligence',
  'intelligence.hear': 'intelligence',
  'intelligence.assign': 'intelligence',
  'usage.project': 'usage',
  'usage.projectFile': 'usage',
};

/** What an area was part of before it was one: whoever was given that keeps what they could do. */
const partOf: Partial<Record<string, ScopeArea>> = { intelligence: 'data' };

type NeededScope = `${ScopeArea}:${'read' | 'write'}`;

/** What whoever acts for a person may ask about themselves, whatever they were given. */
const withoutScope = new Set(['keys.self']);

/** Which scope an operation needs; none where any will do, undefined where only a person may do it. */
export function scopeNeeded(operation: Route & { name: string }): NeededScope | 'none' | undefined {
  if (withoutScope.has(operation.name)) return 'none';
  const [first = ''] = operation.name.split('.');
  const area = areaOfOperation[operation.name] ?? areaByName[first];
  if (!area || operation.access === 'staff' || operation.refusedWhileImpersonating)
    return undefined;
  const effect = effectOf(operation);
  if (effect !== 'reads' && readOnlyAreas.has(area)) return undefined;
  return `${area}:${effect === 'reads' ? 'read' : 'write'}`;
}

/** Whether one of the scopes covers what is needed, on the connector it is about. */
export function covers(
  scopes: readonly Scope[],
  needed: NeededScope | 'none',
  connectorId: string | undefined,
): boolean {
  if (needed === 'none') return true;
  const [area, how] = needed.split(':');
  return scopes.some((scope) => {
    const [granted = '', only] = scope.split('@');
    const [grantedArea, grantedHow] = granted.split(':');
    if (grantedArea !== area && grantedArea !== partOf[area ?? '']) return false;
    if (how === 'write' && grantedHow !== 'write') return false;
    return only === undefined || only === connectorId;
  });
}
