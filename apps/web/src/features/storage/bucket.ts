import { can } from '@causeway/contract/access.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';

/** Where objects are read and written, and whether this member may write there. */
export type Bucket = {
  projectId: string;
  connectorId: string;
  name: string;
  canWrite: boolean;
};

export function useBucket(): Bucket | undefined {
  const { project, connector } = useCurrentProject();
  if (!project || !connector) return undefined;
  return {
    projectId: project.id,
    connectorId: connector.id,
    name: connector.name,
    canWrite: can(project.role, 'storage.write') && connector.settings['readOnly'] !== true,
  };
}

/** How calls name the bucket. */
export function inBucket({ connectorId }: Pick<Bucket, 'connectorId'>) {
  return { connector: { id: connectorId } };
}
