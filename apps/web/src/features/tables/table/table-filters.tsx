import type { ComponentProps } from 'react';
import { KnownValuesContext } from '#domain/filters/known-values.tsx';
import type { TableName } from '../table-name.ts';
import { FilterBar } from './filter-bar.tsx';
import { useKnownValues } from './use-known-values.ts';

type TableFiltersProps = ComponentProps<typeof FilterBar> & {
  connectorId: string;
  name: TableName;
};

/** The filters of a table, which knows the values its columns have. Loads after the rows. */
export default function TableFilters({ connectorId, name, ...bar }: TableFiltersProps) {
  const valuesOf = useKnownValues({ connectorId, name });
  return (
    <KnownValuesContext value={valuesOf}>
      <FilterBar {...bar} />
    </KnownValuesContext>
  );
}
