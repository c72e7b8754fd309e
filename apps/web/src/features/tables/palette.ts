import type { Resource } from '@causeway/contract/connectors/resources.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { resourceIcons, resourcePath, resourcesQuery } from '#domain/connectors/resources-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import type { FoundThing } from '#platform/navigation/feature.ts';

const SHORTEST_SEARCH = 2;

/**
 * Tables or folders of the current connector, as the sidebar has loaded them; where there are more,
 * the server finds them.
 */
export function useFound(text: string): FoundThing[] {
  const scopedHref = useScopedHref();
  const { project, connector } = useCurrentProject();
  const [search] = useDebouncedValue(text.trim(), 150);
  const { data: listed } = useQuery({
    ...resourcesQuery(project?.id ?? '', connector?.id ?? ''),
    enabled: connector !== undefined,
  });
  const { data: found } = useQuery({
    ...resourcesQuery(project?.id ?? '', connector?.id ?? '', { search }),
    enabled: listed?.more === true && search.length >= SHORTEST_SEARCH && !/^[>/]/.test(search),
  });
  if (!listed || !connector) return [];
  const hasSchemas = listed.schemas.length > 1;
  const all = new Map([...listed.items, ...(found?.items ?? [])].map(byPlace));
  return [...all].map(([id, resource]) => ({
    id,
    name: resource.label,
    detail: [
      hasSchemas && resource.schema,
      resource.label === resource.name || resource.kind === 'folder'
        ? connector.name
        : resource.name,
    ]
      .filter(Boolean)
      .join(' · '),
    icon: resourceIcons[resource.kind],
    href: scopedHref(resourcePath(resource)),
  }));
}

function byPlace(resource: Resource): [string, Resource] {
  return [`${resource.schema}.${resource.name}`, resource];
}
