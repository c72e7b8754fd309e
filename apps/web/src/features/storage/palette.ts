import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { keyToAddress } from '@causeway/contract/storage/object-path.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { scopedHref, useCurrentProject } from '#platform/current-project/use-current-project.ts';
import type { FoundThing } from '#platform/navigation/feature.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';
import { shownName } from './keys.ts';

const SHORTEST_SEARCH = 3;
/** Of each bucket: a palette is for the one file somebody means. */
const MOST_FILES = 8;

/** Files of the project's buckets by words of their path, from what is known of each bucket. */
export function useFound(text: string): FoundThing[] {
  const { project } = useCurrentProject();
  const [search] = useDebouncedValue(text.trim(), 150);
  const isSearched = search.length >= SHORTEST_SEARCH && !/^[>/]|^https?:/.test(search);
  const buckets = (project?.connectors ?? []).filter(
    ({ implementation }) => implementation !== 'sql',
  );
  const found = useQueries({
    queries: buckets.map(({ id }) => ({
      queryKey: [...storageKey(id, 'palette'), search],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const query = { connector: { id }, text: search, limit: MOST_FILES };
        return api.call(bucketIndexRoutes.search, { query }, { signal });
      },
      enabled: isSearched,
      staleTime: 30_000,
    })),
  });
  if (!isSearched) return [];
  return buckets.flatMap((bucket, place) =>
    (found[place]?.data?.items ?? []).map(({ path }) => ({
      id: `${bucket.id} ${path}`,
      name: shownName(path),
      detail: [bucket.name, path].join(' · '),
      icon: 'file' as const,
      href: scopedHref(`/explore/${keyToAddress(path)}`, project, bucket),
      isFound: true as const,
    })),
  );
}
