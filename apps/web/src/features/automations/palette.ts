import { useQuery } from '@tanstack/react-query';
import { workflowsQuery } from '#domain/workflows/workflows-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import type { FoundThing } from '#platform/navigation/feature.ts';

export function useFound(): FoundThing[] {
  const scopedHref = useScopedHref();
  const { project } = useCurrentProject();
  const { data = [] } = useQuery({
    ...workflowsQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });
  return data.map(({ id, name, description }) => ({
    id,
    name,
    detail: description,
    icon: 'tree',
    href: scopedHref(`/automations/workflows/${id}`),
  }));
}
