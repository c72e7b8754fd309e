import type { Project } from '@causeway/contract/projects.ts';
import { useLocation } from '@tanstack/react-router';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { useProjects, type Connector } from './projects-query.ts';
import { connectorOf, currentOf, type Current } from './selection.ts';
import { NONE, readScope } from './scope.ts';

/**
 * What the address names, else what was chosen last. The choice belongs to the user, so another tab
 * may change it; a tab whose address names a connector stays with that one.
 */
export function useCurrentProject(): Current {
  const projects = useProjects();
  const { selection } = useCurrentUser();
  const projectId = useLocation({ select: ({ search }) => search.projectId });
  const connectorId = useLocation({ select: ({ search }) => search.connectorId });
  const scope = readScope({ projectId, connectorId }, projects, selection);
  return scope.kind === 'selected' ? scope.current : currentOf(projects, selection);
}

/** Writes addresses of scoped pages for the current project and connector. */
export function useScopedHref(): (path: string) => string {
  const { project, connector } = useCurrentProject();
  return (path) => scopedHref(path, project, connector);
}

/** Where a project opens: its connector there is the one last used in it. */
export function useProjectHref(): (path: string, project: Project) => string {
  const { selection } = useCurrentUser();
  return (path, project) => scopedHref(path, project, connectorOf(project, selection));
}

export function scopedHref(
  path: string,
  project: Project | undefined,
  connector: Connector | undefined,
): string {
  // Ids need no escaping, and a grid writes some of these in every frame of a scroll.
  return `${path}?projectId=${project?.id ?? NONE}&connectorId=${connector?.id ?? NONE}`;
}
