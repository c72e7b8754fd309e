import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import type { TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { isNamedBy, tileParameters } from '@causeway/contract/dashboards/filter-values.ts';
import { choicesIn, MOST_CHOICES } from '@causeway/contract/dashboards/filter-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { tileRowsQuery } from '#domain/dashboards/tile-rows.ts';
import type { Filtering } from './use-filters.ts';

/**
 * What can be chosen: written down, or what a query finds, which may depend on other filters and waits
 * for those that must have a value. Undefined where nothing is offered.
 */
export function useOffered(
  filter: DashboardFilter,
  { parameters, missing }: Pick<Filtering, 'parameters' | 'missing'>,
  queries: readonly TileQuery[],
): readonly string[] | undefined {
  const { slug, type, options, optionsFrom } = filter;
  const query = queries.find(({ id }) => id === optionsFrom?.queryId);
  const ready = type === 'text' && query?.state === 'ready' ? query : undefined;
  const isWaiting = missing.some(
    (other) => other.slug !== slug && ready && isNamedBy(other, ready),
  );
  const { data, isPending, isError } = useQuery({
    ...tileRowsQuery(
      ready ?? { id: '', connectorId: '', version: 0 },
      ready ? tileParameters(ready, [], parameters) : [],
      { rowLimit: MOST_CHOICES },
    ),
    enabled: ready !== undefined && !isWaiting,
  });
  if (type === 'boolean') return ['true', 'false'];
  if (!ready || isError) return options.length > 0 ? options : undefined;
  if (isPending) return [];
  const found = choicesIn(data);
  return found.length > 0 ? found : undefined;
}
