import { useQuery } from '@tanstack/react-query';
import { savedQueriesQuery } from '#domain/queries/saved-queries-query.ts';
import { useCurrentProject, useScopedHref } from '#platform/current-project/use-current-project.ts';
import type { FoundThing } from '#platform/navigation/feature.ts';

/** Saved queries of the current database, each opened in the editor. */
export function useFound(): FoundThing[] {
  const scopedHref = useScopedHref();
  const { connector } = useCurrentProject();
  const { data = [] } = useQuery({
    ...savedQueriesQuery(connector?.id ?? ''),
    enabled: connector?.implementation === 'sql',
  });
  return data.map(({ id, name, folder, owner, isMine }) => ({
    id,
    name,
    detail: [folder, isMine ? '' : owner].filter(Boolean).join(' · '),
    icon: 'code',
    href: `${scopedHref('/sql/editor')}&query=${id}`,
  }));
}
