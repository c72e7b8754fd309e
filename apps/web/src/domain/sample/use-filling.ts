import type { SampleProgress } from '@causeway/contract/sample.ts';
import { useQuery } from '@tanstack/react-query';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { sampleQuery } from './sample-query.ts';

/**
 * How much of a connector of the sample workspace is there, from 0 to 1, as long as it is being
 * filled; undefined for every other. Asked where nothing is found or something fails.
 */
export function useFilling(connectorId: string, isAsked = true): number | undefined {
  const { project } = useCurrentProject();
  const { data } = useQuery({
    ...sampleQuery(project?.id ?? ''),
    enabled: isAsked && project !== undefined,
  });
  return isAsked && data ? filledPart(data, connectorId) : undefined;
}

export function filledPart(
  { state, databaseId, bucketId, done, total }: SampleProgress,
  connectorId: string,
): number | undefined {
  const isIts = databaseId === connectorId || bucketId === connectorId;
  if (state !== 'filling' || !isIts) return undefined;
  return total > 0 ? done / total : 0;
}
