import type { DashboardFilter } from '@causeway/contract/dashboards/filters.ts';
import { CONDITION, type QueryParameter } from '@causeway/contract/sql/queries.ts';
import { quote } from './quote.ts';
import { slugOf } from './suggest-tiles.ts';
import type { WizardSource } from './wizard-source.ts';

/** So many values are offered of a name; the most frequent come first. */
const MOST_OFFERED = 200;
const MOST_NAMES = 2;

export type Narrowing = {
  /** Without where its choices come from: that query is saved first. */
  filter: DashboardFilter;
  /** The values of a name, by how often they occur; undefined where nothing has to be looked up. */
  choices: string | undefined;
};

/** What a dashboard over a table is narrowed by: its time, and the names it groups by. */
export function narrowingsOf(
  { from, columns }: Pick<WizardSource, 'from' | 'columns'>,
  {
    date,
    dimensions,
    period,
    initial = '',
  }: {
    date: string | undefined;
    dimensions: readonly string[];
    period: string;
    /** The time it begins with. */
    initial?: string;
  },
): Narrowing[] {
  const none = { options: [], initial: '' };
  const time: Narrowing[] = date
    ? [
        {
          filter: { slug: 'period', label: period, type: 'dates', ...none, initial },
          choices: undefined,
        },
      ]
    : [];
  const names = dimensions.slice(0, MOST_NAMES).map((name): Narrowing => {
    const base = { slug: slugOf(name), label: name, hasEmpty: true, ...none };
    const isYesNo = columns.some((one) => one.name === name && one.category === 'B');
    return isYesNo
      ? { filter: { ...base, type: 'boolean' }, choices: undefined }
      : { filter: { ...base, type: 'text', isMany: true }, choices: choicesOf(name, from) };
  });
  return [...time, ...names];
}

/** What the filters are to the query of each tile. */
export function parametersOf(narrowings: readonly Narrowing[]): QueryParameter[] {
  return narrowings.map(({ filter }) => ({ name: filter.slug, type: CONDITION, value: null }));
}

function choicesOf(name: string, from: string): string {
  const column = quote(name);
  return `select ${column}::text as ${column}, count(*) as rows\nfrom ${from}\nwhere ${column} is not null\ngroup by 1\norder by 2 desc, 1\nlimit ${MOST_OFFERED}`;
}
