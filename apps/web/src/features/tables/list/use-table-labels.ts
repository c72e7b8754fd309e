import { useQuery } from '@tanstack/react-query';
import { resourcesQuery } from '#domain/connectors/resources-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useSettings } from '#platform/settings/use-settings.ts';
import type { TableName } from '../table-name.ts';

/** What other tables are called, as the sidebar calls them. */
export function useTableLabels(): (name: TableName) => string {
  const { project, connector } = useCurrentProject();
  const { showRawNames } = useSettings();
  const { data } = useQuery({
    ...resourcesQuery(project?.id ?? '', connector?.id ?? ''),
    enabled: project !== undefined && connector !== undefined,
  });
  return ({ schema, table }) => {
    if (showRawNames) return table;
    return data?.items.find((one) => one.schema === schema && one.name === table)?.label ?? table;
  };
}
