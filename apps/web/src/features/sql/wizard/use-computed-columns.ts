import { useQuery } from '@tanstack/react-query';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import type { WizardTable } from './build-sql.ts';
import type { Template } from './wizard-state.ts';

const writing = new Set<Template>(['insert', 'update']);

/** Columns the database writes itself, so that no statement may; none where nothing is written. */
export function useComputedColumns(
  table: WizardTable | undefined,
  template: Template,
): ReadonlySet<string> {
  const { project, connector } = useCurrentProject();
  const { data } = useQuery({
    ...tableQuery(
      { projectId: project?.id ?? '', connectorId: connector?.id ?? '' },
      { schema: table?.schema ?? '', table: table?.name ?? '' },
    ),
    enabled: table !== undefined && connector !== undefined && writing.has(template),
  });
  const computed = data?.columns.filter(
    ({ generated, identity }) => generated !== null || identity === 'always',
  );
  return new Set(computed?.map(({ name }) => name));
}
