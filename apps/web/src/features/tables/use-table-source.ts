import type { Role } from '@causeway/contract/access.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useObjectPath } from '#platform/navigation/object-path.ts';
import { findTableName, type TableName } from './table-name.ts';

export type TableSource = {
  projectId: string;
  connectorId: string;
  role: Role;
  name: TableName;
};

/** The table the address names; only below a page that has found it. */
export function useTableSource(): TableSource {
  const { project, connector } = useCurrentProject();
  const name = findTableName(useObjectPath());
  if (!project || !connector || !name) throw new Error('There is no table at this address');
  return { projectId: project.id, connectorId: connector.id, role: project.role, name };
}
