import { useQuery } from '@tanstack/react-query';
import { dashboardsQuery } from '#domain/dashboards/dashboards-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import type { FoundThing } from '#platform/navigation/feature.ts';

export function useFound(): FoundThing[] {
  const scopedHref = useScopedHref();
  const { project } = useCurrentProject();
  const { data = [] } = useQuery({
    ...dashboardsQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });
  return data.map(({ id, name, description }) => ({
    id,
    name,
    detail: description,
    icon: 'dashboard',
    href: scopedHref(`/dashboards/${id}`),
  }));
}
