import {
  catalogFacts,
  readCatalogFacts,
  sampleOf,
  type ColumnFacts,
} from '@causeway/contract/dashboards/table-facts.ts';
import { queryOptions } from '@tanstack/react-query';
import { quote } from './suggest-tiles.ts';
import type { WizardSource } from './wizard-source.ts';

const DAY = 86_400_000;
const FILE_ROWS = 10_000;

/** How many values names have, and over how many days each date goes. */
export function tableFactsQuery(source: WizardSource) {
  const { connectorId, from, columns } = source;
  const names = columns.filter(({ category }) => 'SEB'.includes(category)).map(({ name }) => name);
  const dates = columns
    .filter(({ typeName }) => ['date', 'timestamp', 'timestamptz'].includes(typeName))
    .map(({ name }) => name);
  return queryOptions({
    queryKey: ['dashboard-wizard', connectorId, 'facts', from],
    queryFn: async ({ signal }) => {
      const { known, sampled } = await readKnown(source, signal);
      const counts = new Map<string, number>();
      for (const { name, values, first, last } of known) {
        const isDate = dates.includes(name);
        if (isDate && first && last) counts.set(name, daysBetween(first, last));
        if (!isDate && values !== undefined) counts.set(name, values);
      }
      const isUnknown = (name: string) => !counts.has(name);
      const left = { names: names.filter(isUnknown), dates: dates.filter(isUnknown) };
      const found = await readSample(source, { ...left, sampled }, signal);
      return new Map([...counts, ...found]);
    },
    staleTime: 5 * 60_000,
  });
}

/** What the catalog knows of a table, and where its sample is read from. */
async function readKnown(
  { file, from, name: { schema, table }, read }: WizardSource,
  signal: AbortSignal,
): Promise<{ known: ColumnFacts[]; sampled: string }> {
  if (file) return { known: [], sampled: `${from} limit ${FILE_ROWS}` };
  const asked = { sql: catalogFacts, bindings: { schema, table }, rowLimit: 2_000 };
  const { columns, size } = readCatalogFacts((await read(asked, signal)).rows);
  return { known: columns, sampled: sampleOf(from, size) };
}

type Left = { names: string[]; dates: string[]; sampled: string };

async function readSample(
  { read }: WizardSource,
  { names, dates, sampled }: Left,
  signal: AbortSignal,
): Promise<[string, number][]> {
  const parts = [
    ...names.map((name) => `count(distinct ${quote(name)}::text)`),
    ...dates.map((name) => `max(${quote(name)})::date - min(${quote(name)})::date`),
  ];
  if (parts.length === 0) return [];
  const listed = [...names, ...dates].map(quote).join(', ');
  const sql = `select ${parts.join(', ')} from (select ${listed} from ${sampled}) sample`;
  const { rows } = await read({ sql, bindings: {}, rowLimit: 1 }, signal);
  return [...names, ...dates].map((name, at) => [name, Number(rows[0]?.[at] ?? 0)]);
}

/** As the database prints them; both in one zone. */
function daysBetween(first: string, last: string): number {
  return Math.round((dayOf(last) - dayOf(first)) / DAY);
}

function dayOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) || 0;
}
