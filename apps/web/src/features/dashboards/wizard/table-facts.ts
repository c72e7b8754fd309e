import {
  catalogFacts,
  readCatalogFacts,
  sampleOf,
  type ColumnFacts,
} from '@causeway/contract/dashboards/table-facts.ts';
import { queryOptions } from '@tanstack/react-query';
import type { DateFacts } from './default-range.ts';
import { quote } from './quote.ts';
import type { WizardSource } from './wizard-source.ts';

const DAY = 86_400_000;
const FILE_ROWS = 10_000;

export type WizardFacts = {
  /** How many values names have. */
  values: ReadonlyMap<string, number>;
  dates: ReadonlyMap<string, DateFacts>;
  /** About; undefined where nobody counted. */
  rows: number | undefined;
};

/** How many values names have, and from when to when each date goes. */
export function tableFactsQuery(source: WizardSource) {
  const { connectorId, from, columns } = source;
  const names = columns
    .filter(({ category, constraintType }) => {
      return 'SEB'.includes(category) || constraintType === 'FOREIGN KEY';
    })
    .map(({ name }) => name);
  const dates = columns
    .filter(({ typeName }) => ['date', 'timestamp', 'timestamptz'].includes(typeName))
    .map(({ name }) => name);
  return queryOptions({
    queryKey: ['dashboard-wizard', connectorId, 'facts', from],
    queryFn: async ({ signal }): Promise<WizardFacts> => {
      const { known, sampled, rows } = await readKnown(source, signal);
      const values = new Map<string, number>();
      const spans = new Map<string, DateFacts>();
      for (const { name, values: count, first, last } of known) {
        const isDate = dates.includes(name);
        if (isDate && first && last) spans.set(name, spanOf(first, last));
        if (!isDate && count !== undefined) values.set(name, count);
      }
      const left = {
        names: names.filter((name) => !values.has(name)),
        dates: dates.filter((name) => !spans.has(name)),
      };
      const found = await readSample(source, { ...left, sampled }, signal);
      return {
        values: new Map([...values, ...found.values]),
        dates: new Map([...spans, ...found.dates]),
        rows,
      };
    },
    staleTime: 5 * 60_000,
  });
}

/** What the catalog knows of a table, and where its sample is read from. */
async function readKnown(
  { file, from, name: { schema, table }, read }: WizardSource,
  signal: AbortSignal,
): Promise<{ known: ColumnFacts[]; sampled: string; rows: number | undefined }> {
  if (file) return { known: [], sampled: `${from} limit ${FILE_ROWS}`, rows: undefined };
  const asked = { sql: catalogFacts, bindings: { schema, table }, rowLimit: 2_000 };
  const { columns, size } = readCatalogFacts((await read(asked, signal)).rows);
  return { known: columns, sampled: sampleOf(from, size), rows: size.rows || undefined };
}

type Left = { names: string[]; dates: string[]; sampled: string };

async function readSample(
  { read }: WizardSource,
  { names, dates, sampled }: Left,
  signal: AbortSignal,
): Promise<{ values: [string, number][]; dates: [string, DateFacts][] }> {
  const parts = [
    ...names.map((name) => `count(distinct ${quote(name)}::text)`),
    ...dates.flatMap((name) => [`min(${quote(name)})::date`, `max(${quote(name)})::date`]),
  ];
  if (parts.length === 0) return { values: [], dates: [] };
  const listed = [...names, ...dates].map(quote).join(', ');
  const sql = `select ${parts.join(', ')} from (select ${listed} from ${sampled}) sample`;
  const { rows } = await read({ sql, bindings: {}, rowLimit: 1 }, signal);
  const cells = rows[0] ?? [];
  const textAt = (at: number) => String(cells[at] ?? '');
  return {
    values: names.map((name, at) => [name, Number(cells[at] ?? 0)]),
    dates: dates.map((name, at) => {
      const first = names.length + 2 * at;
      return [name, spanOf(textAt(first), textAt(first + 1))];
    }),
  };
}

/** As the database prints them; both in one zone. */
function spanOf(first: string, last: string): DateFacts {
  const newest = last.slice(0, 10);
  const days = Math.round((dayOf(last) - dayOf(first)) / DAY);
  return { days, newest: dayOf(last) === 0 ? undefined : newest };
}

function dayOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) || 0;
}
