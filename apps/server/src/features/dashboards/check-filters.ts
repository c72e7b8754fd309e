import { isInitialReadable } from '@causeway/contract/dashboards/filter-values.ts';
import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import { Failure } from '@causeway/contract/errors.ts';

/**
 * A first value that its filter can't read shows nothing to every reader, link, alert and mail. One
 * that was kept before this was checked may stay: whoever changes another filter is not to mend it.
 */
export function checkFilters(
  filters: readonly DashboardFilter[],
  before: readonly DashboardFilter[],
): void {
  const known = new Set(before.map(readByOf));
  const wrong = filters.find((one) => !isInitialReadable(one) && !known.has(readByOf(one)));
  if (wrong) throw new Failure('E_FILTER_INITIAL', undefined, { filter: wrong.slug });
}

function readByOf({ slug, type, options, optionsFrom, initial }: DashboardFilter): string {
  return JSON.stringify([slug, type, options, optionsFrom, initial]);
}
