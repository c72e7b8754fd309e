import type { Project } from '@causeway/contract/projects.ts';
import type { Selection } from '@causeway/contract/users.ts';
import { connectorOf, currentOf, select, type Current } from './selection.ts';

export type ScopeSearch = { projectId?: string | undefined; connectorId?: string | undefined };

/**
 * What a scoped address means (NAV-3).
 * - fill: an id is missing; go to the same path with these
 * - foreign: an id the user can't see; 404, the selection stays as it is
 * - selected: both are there; they become the current ones, `selection` says what to remember when
 *   that is a change
 */
export type Scope =
  | { kind: 'fill'; projectId: string; connectorId: string }
  | { kind: 'foreign' }
  | { kind: 'selected'; current: Current; selection: Selection | undefined };

/** The address says this where there is no project or connector. */
export const NONE = 'null';

export function readScope(search: ScopeSearch, projects: Project[], selection: Selection): Scope {
  const asked = { projectId: given(search.projectId), connectorId: given(search.connectorId) };
  const project = asked.projectId
    ? projects.find(({ id }) => id === asked.projectId)
    : (ownerOf(asked.connectorId, projects) ?? currentOf(projects, selection).project);
  if (!project && (asked.projectId || asked.connectorId)) return { kind: 'foreign' };

  const connector = asked.connectorId
    ? project?.connectors.find(({ id }) => id === asked.connectorId)
    : project && connectorOf(project, selection);
  if (!connector && asked.connectorId) return { kind: 'foreign' };

  const filled = { projectId: project?.id ?? NONE, connectorId: connector?.id ?? NONE };
  if (filled.projectId !== search.projectId || filled.connectorId !== search.connectorId) {
    return { kind: 'fill', ...filled };
  }
  return {
    kind: 'selected',
    current: { project, connector },
    selection: project && changed(selection, select(selection, project, connector)),
  };
}

// A link made before there was a project says `null`: it is filled in like a missing id.
function given(id: string | undefined): string | undefined {
  return id === undefined || id === '' || id === NONE ? undefined : id;
}

function ownerOf(connectorId: string | undefined, projects: Project[]): Project | undefined {
  return projects.find(({ connectors }) => connectors.some(({ id }) => id === connectorId));
}

function changed(before: Selection, after: Selection): Selection | undefined {
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
}
