import type { AskedFilters } from '@causeway/contract/dashboards/asked.ts';
import { choicesIn, MOST_CHOICES } from '@causeway/contract/dashboards/filter-choices.ts';
import {
  filterParameters,
  isNamedBy,
  missingFilters,
  readFilters,
  tileParameters,
} from '@causeway/contract/dashboards/filter-values.ts';
import { type DashboardFilter, isTypedInto } from '@causeway/contract/dashboards/filters.ts';
import { choicesQueryOf } from '@causeway/contract/dashboards/link-locks.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import type { View } from '../ask-tiles.ts';
import type { HeldLink } from './queries.ts';

type Wanted = { maxAge: number; signal: AbortSignal };

/** What was offered a while ago may still be asked for. */
const OFFERED_SECONDS = 300;
const CLEARED = '~';

/**
 * What a query finds for a filter, with all that is locked and what is chosen beside it. Undefined
 * where no query can tell strangers.
 */
export async function listChoices(
  { client, dashboard, now, timeZone }: View,
  { link, filter, asked }: { link: HeldLink; filter: DashboardFilter; asked: AskedFilters },
  { maxAge, signal }: Wanted,
): Promise<string[] | undefined> {
  const query = choicesQueryOf(filter, dashboard, link.locked);
  if (!query) return undefined;
  const { filters } = dashboard;
  // A query that names its own filter offers what there would be without it.
  const around = { ...asked, [keyOf(filter)]: CLEARED, ...link.locked };
  const state = readFilters(filters, around);
  if (state.problems.length > 0) throw new Failure('E_LINK_VALUE');
  const waiting = missingFilters(filters, state).filter(({ slug }) => slug !== filter.slug);
  if (waiting.some((other) => isNamedBy(other, query))) return [];
  const parameters = tileParameters(query, [], filterParameters(filters, state, now, timeZone));
  const body = {
    connector: { id: query.connectorId },
    parameters,
    maxAge,
    rowLimit: MOST_CHOICES,
  };
  const rows = await client.call(
    queryRoutes.run,
    { params: { queryId: query.id }, body },
    { signal },
  );
  return choicesIn(rows);
}

/**
 * Only filters its author released, and of those only what they offer. What a query offers may depend
 * on other values: these are checked before it is asked with them, so that nothing a stranger made up
 * reaches a database. Where two depend on each other, one is asked without the other.
 */
export async function checkAsked(
  view: View,
  { link, asked }: { link: HeldLink; asked: AskedFilters },
  signal: AbortSignal,
): Promise<void> {
  const { filters, queries } = view.dashboard;
  const { picks } = readFilters(filters, asked);
  const chosen: DashboardFilter[] = [];
  const checked: AskedFilters = {};
  for (const [key, value] of Object.entries(asked)) {
    const filter = filters.find((one) => keyOf(one) === key);
    if (!filter || !link.released.includes(filter.slug) || key in link.locked) refuse();
    if (isTypedInto(filter) && !link.allowsFreeValues) refuse();
    if (picks[filter.slug]?.isEmpty && !filter.hasEmpty) refuse();
    // The yes to typing is for filters without choices only: it was asked of nothing else.
    if (filter.optionsFrom && filter.type === 'text') {
      chosen.push(filter);
    } else {
      checkOffered(filter, filter.options);
      checked[key] = value;
    }
  }
  for (const filter of chosen) await checkChoice(filter, []);

  async function checkChoice(filter: DashboardFilter, below: DashboardFilter[]): Promise<void> {
    const key = keyOf(filter);
    if (key in checked) return;
    const query = queries.find(({ id }) => id === filter.optionsFrom?.queryId);
    const parents = chosen.filter((other) => query?.state === 'ready' && isNamedBy(other, query));
    for (const parent of parents) {
      if (parent !== filter && !below.includes(parent)) {
        await checkChoice(parent, [...below, filter]);
      }
    }
    if ((picks[filter.slug]?.values.length ?? 0) > 0) {
      const cleared = Object.fromEntries(chosen.map((other) => [keyOf(other), CLEARED]));
      const beside = { link, filter, asked: { ...cleared, ...checked } };
      const found = await listChoices(view, beside, { maxAge: OFFERED_SECONDS, signal });
      checkOffered(filter, found ?? filter.options, { isList: true });
    }
    checked[key] = asked[key] ?? CLEARED;
  }

  function checkOffered(
    { slug }: DashboardFilter,
    offered: readonly string[],
    { isList = offered.length > 0 } = {},
  ): void {
    const known = new Set(offered);
    if (isList && picks[slug]?.values.some((value) => !known.has(value))) refuse();
  }
}

function refuse(): never {
  throw new Failure('E_LINK_VALUE');
}

function keyOf({ slug }: Pick<DashboardFilter, 'slug'>): `f.${string}` {
  return `f.${slug}`;
}
