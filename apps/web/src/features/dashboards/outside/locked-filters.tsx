import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import {
  filterParameters,
  keepPick,
  missingFilters,
  readFilters,
} from '@causeway/contract/dashboards/filter-values.ts';
import { withheldTiles } from '@causeway/contract/dashboards/link-locks.ts';
import { MultiSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterField } from '../filters/filter-field.tsx';
import classes from './outside.module.css';

type LockedFiltersProps = {
  dashboard: Dashboard;
  /** As the dashboard is narrowed now: what a lock begins with. */
  asked: AskedFilters;
  locked: AskedFilters;
  /** Those that readers set can't be locked. */
  released: readonly string[];
  zone: string;
  onChange: (locked: AskedFilters) => void;
};

/** Values that readers of a link can neither see nor change, and which tiles do not take them. */
export function LockedFilters(props: LockedFiltersProps) {
  const { dashboard, asked, locked, released, zone, onChange } = props;
  const { t } = useTranslation('dashboards');
  const [now] = useState(() => new Date());
  const { filters, queries } = dashboard;
  const held = filters.filter(({ slug }) => keyOf(slug) in locked);
  const filtering = useMemo(() => {
    const state = readFilters(filters, locked);
    const parameters = filterParameters(filters, state, now, zone);
    return { state, parameters, missing: missingFilters(filters, state), now, zone };
  }, [filters, locked, now, zone]);
  const withheld = held.length > 0 ? withheldTiles(dashboard, locked) : [];

  function choose(slugs: readonly string[]) {
    const { picks } = readFilters(filters, asked);
    const kept = slugs.map((slug): AskedFilters => {
      const before = locked[keyOf(slug)];
      if (before !== undefined) return { [keyOf(slug)]: before };
      return keepPick({}, { slug }, picks[slug] ?? { values: [], isEmpty: false });
    });
    onChange(Object.assign({}, ...kept) as AskedFilters);
  }

  return (
    <>
      <MultiSelect
        label={t('out.locked')}
        description={t('out.lockedLine')}
        data={filters
          .filter(({ slug }) => !released.includes(slug))
          .map(({ slug, label }) => ({ value: slug, label }))}
        value={held.map(({ slug }) => slug)}
        onChange={choose}
      />
      {held.length > 0 && (
        <div className={classes.when}>
          {held.map((filter) => (
            <FilterField
              key={filter.slug}
              filter={filter}
              pick={filtering.state.picks[filter.slug] ?? { values: [], isEmpty: false }}
              filtering={filtering}
              queries={queries}
              onSet={(pick) => onChange(keepPick(locked, filter, pick))}
            />
          ))}
        </div>
      )}
      {withheld.length > 0 && (
        <output className={classes.line}>
          {t('out.withheld', {
            count: withheld.length,
            names: withheld
              .map((tile) => nameOf(tile, dashboard) || t(`kind.${tile.kind}`))
              .join(', '),
          })}
        </output>
      )}
    </>
  );
}

function nameOf(
  { title, queryId }: { title: string; queryId: string | null },
  { queries }: Dashboard,
): string {
  const query = queries.find(({ id }) => id === queryId);
  return title || (query && query.state !== 'private' ? query.name : '');
}

function keyOf(slug: string): `f.${string}` {
  return `f.${slug}`;
}
