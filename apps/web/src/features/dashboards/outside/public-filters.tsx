import {
  type FilterPick,
  type FilterState,
  missingFilters,
} from '@causeway/contract/dashboards/filter-values.ts';
import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import {
  publicViewRoutes,
  type PublicDashboard,
  type PublicFilter,
} from '@causeway/contract/dashboards/links.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ValueField } from '../filters/value-field.tsx';

export type Holder = { token: string; pass?: string };

type PublicFiltersProps = {
  holder: Holder;
  dashboard: PublicDashboard;
  state: FilterState;
  asked: AskedFilters;
  onSet: (filter: PublicFilter, pick: FilterPick) => void;
};

/** What a stranger may narrow the dashboard to. */
export function PublicFilters({ holder, dashboard, state, asked, onSet }: PublicFiltersProps) {
  const { filters, timeZone: zone } = dashboard;
  const [now] = useState(() => new Date());
  return filters.map((filter) => (
    <PublicField
      key={filter.slug}
      holder={holder}
      filter={filter}
      asked={asked}
      // What has no value yet may be what another one waits for.
      waits={missingFilters(filters, state).map(({ slug }) => slug)}
      pick={state.picks[filter.slug] ?? { values: [], isEmpty: false }}
      moment={{ now, zone }}
      onSet={(pick) => onSet(filter, pick)}
    />
  ));
}

type PublicFieldProps = {
  holder: Holder;
  filter: PublicFilter;
  asked: AskedFilters;
  waits: readonly string[];
  pick: FilterPick;
  moment: { now: Date; zone: string };
  onSet: (pick: FilterPick) => void;
};

function PublicField({ holder, filter, asked, waits, ...field }: PublicFieldProps) {
  const { slug, type, options, hasChoices } = filter;
  const { [`f.${slug}`]: _own, ...others } = asked;
  const choices = useQuery({
    queryKey: ['shared', holder.token, holder.pass, 'choices', slug, others, waits],
    queryFn: ({ signal }) => {
      const body = { ...holder, slug, asked: others };
      return api.call(publicViewRoutes.choices, { body }, { signal });
    },
    enabled: hasChoices,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
  const written = options.length > 0 ? options : undefined;
  const found = hasChoices ? (choices.data?.values ?? []) : written;
  const offered = type === 'boolean' ? ['true', 'false'] : found;
  return <ValueField filter={filter} offered={offered} {...field} />;
}
