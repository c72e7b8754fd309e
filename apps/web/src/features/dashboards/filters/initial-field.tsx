import type { TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import { isInitialReadable } from '@causeway/contract/dashboards/filter-values.ts';
import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import { useTranslation } from 'react-i18next';
import { FilterField } from './filter-field.tsx';
import classes from './filters-dialog.module.css';
import type { Filtering } from './use-filters.ts';

type InitialFieldProps = {
  filter: DashboardFilter;
  /** The other filters, each with its first value: choices may depend on them. */
  filtering: Pick<Filtering, 'parameters' | 'missing' | 'now' | 'zone'>;
  queries: readonly TileQuery[];
  onChange: (initial: string) => void;
};

/** What a filter begins with, chosen as its readers choose. One that was kept and can't be read is told. */
export function InitialField({ filter, filtering, queries, onChange }: InitialFieldProps) {
  const { t } = useTranslation('dashboards');
  const { initial } = filter;
  const one = { ...filter, label: t('filters.initial'), isMany: false, hasEmpty: false };
  return (
    <div className={classes.initial}>
      <FilterField
        filter={one}
        pick={{ values: initial === '' ? [] : [initial], isEmpty: false }}
        filtering={filtering}
        queries={queries}
        onSet={({ values: [value = ''] }) => onChange(value)}
      />
      {!isInitialReadable(filter) && (
        <p role="alert" className={classes.error}>
          {t('filters.wrongInitial', { value: initial })}
        </p>
      )}
    </div>
  );
}
