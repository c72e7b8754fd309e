import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import type { TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import type { FilterPick } from '@causeway/contract/dashboards/filter-values.ts';
import type { Filtering } from './use-filters.ts';
import { useOffered } from './use-offered.ts';
import { ValueField } from './value-field.tsx';

type FilterFieldProps = {
  filter: DashboardFilter;
  pick: FilterPick;
  filtering: Pick<Filtering, 'parameters' | 'missing' | 'now' | 'zone'>;
  queries: readonly TileQuery[];
  onSet: (pick: FilterPick) => void;
};

/** For members: what a query offers is asked for with their rights. */
export function FilterField({ filter, pick, filtering, queries, onSet }: FilterFieldProps) {
  const offered = useOffered(filter, filtering, queries);
  return (
    <ValueField filter={filter} pick={pick} offered={offered} moment={filtering} onSet={onSet} />
  );
}
