import type { Project } from '@causeway/contract/projects.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { useProjects, type Connector } from './projects-query.ts';
import { connectorOf, currentOf, type Current } from './selection.ts';
import { NONE } from './scope.ts';

export function useCurrentProject(): Current {
  return currentOf(useProjects(), useCurrentUser().selection);
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
  const search = new URLSearchParams({
    projectId: project?.id ?? NONE,
    connectorId: connector?.id ?? NONE,
  });
  return `${path}?${search}`;
}
