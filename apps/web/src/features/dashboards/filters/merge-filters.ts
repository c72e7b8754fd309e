import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';

/** A filter while it is changed; `key` is what it was called when the work began. */
export type Drafted = DashboardFilter & { key: string };

export type FilterAspect =
  | 'name'
  | 'parameter'
  | 'type'
  | 'initial'
  | 'options'
  | 'rules'
  | 'removed';

/** One that both changed, or that one removed and the other changed. */
export type AskedFilter = {
  key: string;
  label: string;
  mine: Drafted | undefined;
  theirs: Drafted | undefined;
  byMe: FilterAspect[];
  byThem: FilterAspect[];
};

type Sides = {
  base: readonly DashboardFilter[];
  mine: readonly Drafted[];
  theirs: readonly DashboardFilter[];
};

/** Filters of both: what only one side changed, added or removed stays so; the rest is asked, and mine until then. */
export function mergeFilters({ base, mine, theirs }: Sides): {
  filters: Drafted[];
  asked: AskedFilter[];
} {
  const before = new Map(base.map((filter) => [filter.slug, filter]));
  const ours = new Map(mine.map((filter) => [filter.key, filter]));
  const others = new Map(theirs.map((filter) => [keyOf(filter, base, theirs), filter]));
  const asked: AskedFilter[] = [];
  const keys = [...new Set([...ours.keys(), ...others.keys(), ...before.keys()])];
  const filters = keys.flatMap((key): Drafted[] => {
    const was = before.get(key);
    const my = ours.get(key);
    const found = others.get(key);
    const their = found && { ...found, key };
    if (!was) return [my ?? their].filter((one) => one !== undefined);
    const byMe = aspectsOf(was, my);
    const byThem = aspectsOf(was, their);
    if (byMe.length > 0 && byThem.length > 0 && aspectsOf(my, their).length > 0) {
      asked.push({ key, label: was.label, mine: my, theirs: their, byMe, byThem });
    }
    const kept = byMe.length > 0 ? my : their;
    return kept ? [kept] : [];
  });
  return { filters, asked };
}

export function chooseFilters(
  filters: readonly Drafted[],
  asked: readonly AskedFilter[],
  isTheirs: (key: string) => boolean,
): Drafted[] {
  const chosen = new Map(asked.map((one) => [one.key, isTheirs(one.key) ? one.theirs : one.mine]));
  const kept = filters.flatMap((filter) => {
    const one = chosen.has(filter.key) ? chosen.get(filter.key) : filter;
    return one ? [one] : [];
  });
  const known = new Set(filters.map(({ key }) => key));
  const back = [...chosen.values()].filter((one) => one !== undefined && !known.has(one.key));
  return [...kept, ...back.filter((one) => one !== undefined)];
}

/** By its parameter; one whose parameter was renamed is known by all it has besides. */
function keyOf(
  filter: DashboardFilter,
  base: readonly DashboardFilter[],
  theirs: readonly DashboardFilter[],
): string {
  if (base.some(({ slug }) => slug === filter.slug)) return filter.slug;
  const renamed = base.find(
    (was) =>
      was.label === filter.label &&
      was.type === filter.type &&
      !theirs.some(({ slug }) => slug === was.slug),
  );
  return renamed?.slug ?? filter.slug;
}

function aspectsOf(
  from: DashboardFilter | undefined,
  to: DashboardFilter | undefined,
): FilterAspect[] {
  if (!from || !to) return from === to ? [] : ['removed'];
  const compared: [FilterAspect, (filter: DashboardFilter) => unknown][] = [
    ['name', ({ label }) => label],
    ['parameter', ({ slug }) => slug],
    ['type', ({ type }) => type],
    ['initial', ({ initial }) => initial],
    ['options', ({ options, optionsFrom }) => [options, optionsFrom?.queryId ?? null]],
    ['rules', (one) => [one.isMany ?? false, one.hasEmpty ?? false, one.isRequired ?? false]],
  ];
  return compared.flatMap(([aspect, read]) =>
    JSON.stringify(read(from)) === JSON.stringify(read(to)) ? [] : [aspect],
  );
}
