import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import type { TileQuery } from '@causeway/contract/dashboards/dashboards.ts';
import type { FilterPick } from '@causeway/contract/dashboards/filter-values.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import classes from './filter-bar.module.css';
import { FilterField } from './filter-field.tsx';
import type { Filtering } from './use-filters.ts';

type FilterBarProps = {
  filtering: Filtering;
  queries: readonly TileQuery[];
  onSet: (filter: DashboardFilter, pick: FilterPick) => void;
  onUncross: () => void;
  onClear: () => void;
};

/** What the tiles are narrowed to; every one can be set to no value at all. */
export function FilterBar({ filtering, queries, onSet, onUncross, onClear }: FilterBarProps) {
  const { t } = useTranslation('dashboards');
  const { filters, state, cross, missing, zone } = filtering;
  const clicked = Object.entries(cross);
  if (filters.length === 0 && state.problems.length === 0 && clicked.length === 0) return null;
  return (
    <>
      <fieldset className={classes.bar} aria-label={t('filters.title')}>
        {filters.map((filter) => (
          <FilterField
            key={filter.slug}
            filter={filter}
            pick={state.picks[filter.slug] ?? { values: [], isEmpty: false }}
            filtering={filtering}
            queries={queries}
            onSet={(pick) => onSet(filter, pick)}
          />
        ))}
        {filters.some(({ type }) => type === 'dates') && (
          <span className={classes.zone} title={t('filters.zone')}>
            <Icon name="clock" size={13} /> {zone}
          </span>
        )}
      </fieldset>
      {clicked.length > 0 && (
        <div className={classes.clicked}>
          {clicked.map(([column, pick]) => (
            <span key={column} className={classes.chip}>
              {column.split('@')[0]}: {namesOf(pick, t('filters.isEmpty')).join(', ')}
            </span>
          ))}
          <Button size="compact-xs" variant="subtle" onClick={onUncross}>
            {t('filters.uncross')}
          </Button>
        </div>
      )}
      {missing.length > 0 && (
        <p className={classes.missing}>
          {t('filters.missing', { names: missing.map(({ label }) => label).join(', ') })}
        </p>
      )}
      {state.problems.length > 0 && (
        <div className={classes.problem} role="alert">
          <Icon name="warning" size={18} />
          <p>
            {state.problems
              .map(({ kind, slug, value }) => t(`filters.${kind}`, { slug, value }))
              .join(' ')}{' '}
            {t('filters.nothingShown')}
          </p>
          <Button size="compact-sm" variant="default" onClick={onClear}>
            {t('filters.clear')}
          </Button>
        </div>
      )}
    </>
  );
}

function namesOf({ values, isEmpty }: FilterPick, emptyName: string): string[] {
  return isEmpty ? [...values, emptyName] : values;
}
