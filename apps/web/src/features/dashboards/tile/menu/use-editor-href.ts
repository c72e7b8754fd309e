import type { RunParameter } from '@causeway/contract/sql/queries.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import type { ReadyQuery } from '../ready-tile.tsx';

/** The query of a tile in the editor, bound to the values the tile asks with. */
export function useEditorHref(query: ReadyQuery, parameters: readonly RunParameter[]): string {
  const { project } = useCurrentProject();
  const scope = new URLSearchParams({
    projectId: project?.id ?? '',
    connectorId: query.connectorId,
    query: query.id,
    ...(parameters.length > 0 && { values: JSON.stringify(parameters) }),
  });
  return `/sql/editor?${scope.toString()}`;
}
