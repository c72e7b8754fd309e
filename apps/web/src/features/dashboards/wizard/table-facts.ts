import { queryOptions } from '@tanstack/react-query';
import { quote } from './suggest-tiles.ts';
import type { WizardSource } from './wizard-source.ts';

const SAMPLE = 10_000;

/** How many values names have in a sample, and over how many days each date goes. */
export function tableFactsQuery({ connectorId, from, columns, read }: WizardSource) {
  const names = columns.filter(({ category }) => 'SEB'.includes(category)).map(({ name }) => name);
  const dates = columns
    .filter(({ typeName }) => ['date', 'timestamp', 'timestamptz'].includes(typeName))
    .map(({ name }) => name);
  const parts = [
    ...names.map((name) => `count(distinct ${quote(name)}::text)`),
    ...dates.map((name) => `max(${quote(name)})::date - min(${quote(name)})::date`),
  ];
  const listed = [...names, ...dates].map(quote).join(', ');
  return queryOptions({
    queryKey: ['dashboard-wizard', connectorId, 'facts', from],
    queryFn: async ({ signal }) => {
      const counts = new Map<string, number>();
      if (parts.length === 0) return counts;
      const sql = `select ${parts.join(', ')} from (select ${listed} from ${from} limit ${SAMPLE}) sample`;
      const { rows } = await read({ sql, bindings: {}, rowLimit: 1 }, signal);
      [...names, ...dates].forEach((name, at) => counts.set(name, Number(rows[0]?.[at] ?? 0)));
      return counts;
    },
    staleTime: 5 * 60_000,
  });
}
