import { quoteIdentifier } from '#platform/db/sql.ts';
import { type Catalog, isTemporal, type Table } from './catalog.ts';
import type { Mention } from './matching.ts';
import type { Period } from './days.ts';
import type { Reply, Told } from './reply.ts';
import { sayCell, sayCount } from './say.ts';
import { sayIn } from './sentences.ts';
import type { Slots } from './slots.ts';

export type Context = {
  catalog: Catalog;
  slots: Slots;
  periods: readonly Period[];
  language: 'en' | 'de';
  slips: string[];
  /** `Is … unique?` */
  asksUnique?: boolean;
};

type ColumnMention = Extract<Mention, { kind: 'column' }>;

function columnsIn({ placed }: Slots): ColumnMention[] {
  return placed.flatMap((one) =>
    one.kind === 'mention' && one.mention.kind === 'column' ? [one.mention] : [],
  );
}

function tableIn({ placed }: Slots): Table | undefined {
  const found = placed.find((one) => one.kind === 'mention' && one.mention.kind === 'table');
  return found?.kind === 'mention' ? found.mention.table : undefined;
}

const nameOf = ({ schema, name }: Table) =>
  schema === 'public'
    ? quoteIdentifier(name)
    : `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;

function listing(
  sql: string,
  title: string,
  { language, slips }: Context,
  says = (told: Told) => sayListed(told, language),
): Reply {
  return {
    kind: 'run',
    sql,
    title,
    about: title.slice(0, 120),
    shape: 'table',
    say: (told) => [says(told), ...slips.map((slip) => `_${slip}_`)].join('\n\n'),
  };
}

function sayListed(told: Told, language: 'en' | 'de'): string {
  return told.rows.length === 0 ? sayIn(language).none : `${sayCount(told, language)}.`;
}

/** Values that stand in more than one row; whole rows where only a table is named. */
export function duplicatesReply(context: Context): Reply | undefined {
  const { slots, language } = context;
  if (!slots.cues.has('duplicates') && !context.asksUnique) return undefined;
  const [mention] = columnsIn(slots);
  const table = tableIn(slots);
  const say = sayIn(language);
  if (!mention) return table && doubleRowsReply(context, table);
  const column = quoteIdentifier(mention.column.name);
  const sql = `select ${column}, count(*) as count\nfrom ${nameOf(mention.table)}\nwhere ${column} is not null\ngroup by ${column}\nhaving count(*) > 1\norder by count(*) desc, 1\nlimit 200`;
  const place = `${mention.table.name}.${mention.column.name}`;
  const title = `${say.duplicate} ${place}`;
  return listing(sql, title, context, (told) => sayUnique(told, place, language));
}

/** Rows that say the same of everything but what numbers and dates them. */
function doubleRowsReply(context: Context, table: Table): Reply | undefined {
  const { language } = context;
  const told = table.columns.filter((column) => !column.isKey && !isTemporal(column)).slice(0, 50);
  if (told.length === 0) return undefined;
  // As text: what has no order, such as json, can't be grouped by.
  const columns = told.map(({ name, kind }) =>
    kind === 'other'
      ? `${quoteIdentifier(name)}::text as ${quoteIdentifier(name)}`
      : quoteIdentifier(name),
  );
  const places = columns.map((_, index) => index + 2).join(', ');
  const sql = `select count(*) as count, ${columns.join(', ')}\nfrom ${nameOf(table)}\ngroup by ${places}\nhaving count(*) > 1\norder by 1 desc\nlimit 200`;
  const say = sayIn(language);
  return listing(sql, `${say.duplicate} ${table.name}`, context, (rows) =>
    rows.rows.length === 0
      ? say.noDoubleRows(table.name)
      : say.doubleRows(sayCount(rows, language), table.name),
  );
}

function sayUnique(told: Told, place: string, language: 'en' | 'de'): string {
  const say = sayIn(language);
  const { rows, count, hasMore } = told;
  if (rows.length === 0) return say.unique(place);
  return say.notUnique(place, count ?? rows.length, hasMore ?? told.note !== undefined);
}

/** From where to where the values of a column go. */
export function rangeReply(context: Context): Reply | undefined {
  const { slots, language } = context;
  const [mention] = columnsIn(slots);
  if (!slots.cues.has('range') || !mention) return undefined;
  const { table, column } = mention;
  if (column.kind === 'boolean' || column.kind === 'other') return undefined;
  const name = quoteIdentifier(column.name);
  const average = column.kind === 'number' ? `, round(avg(${name})::numeric, 2) as average` : '';
  const sql = `select min(${name}) as lowest, max(${name}) as highest${average}\nfrom ${nameOf(table)}`;
  const place = `${table.name}.${column.name}`;
  return listing(sql, place, context, ({ rows }) => {
    const [lowest, highest, mean] = (rows[0] ?? []).map((cell) => sayCell(cell, language));
    return sayIn(language).range(place, lowest ?? '–', highest ?? '–', mean);
  });
}

/** How many values of each column are missing. */
export function emptyReply(context: Context): Reply | undefined {
  const { slots, language } = context;
  const table = tableIn(slots);
  if (!slots.cues.has('missing') || columnsIn(slots).length > 0 || !table) return undefined;
  const nullable = table.columns.filter(({ isNullable }) => isNullable).slice(0, 50);
  if (nullable.length === 0) return undefined;
  const parts = nullable.map(
    ({ name }) =>
      `select '${name.replaceAll("'", "''")}' as "column", count(*) filter (where ${quoteIdentifier(name)} is null) as empty, count(*) as rows from ${nameOf(table)}`,
  );
  const title = `${language === 'de' ? 'Leere Werte in' : 'Empty values in'} ${table.name}`;
  return listing(`${parts.join('\nunion all\n')}\norder by 2 desc`, title, context);
}

/** What stands in a column, most frequent first. */
export function valuesReply(context: Context): Reply | undefined {
  const { slots } = context;
  const { cues, placed } = slots;
  const columns = columnsIn(slots);
  const [mention] = columns;
  if (!mention || columns.length !== 1 || mention.column.kind === 'number') return undefined;
  const others = [
    'count',
    'sum',
    'avg',
    'max',
    'min',
    'by',
    'top',
    'bottom',
    'most',
    'fewest',
    'with',
    'without',
    'missing',
    'more',
    'less',
    'last',
    'first',
    'revenue',
  ] as const;
  if (others.some((cue) => cues.has(cue)) || context.periods.length > 0) return undefined;
  const tables = placed.filter(
    (one) =>
      one.kind === 'mention' && one.mention.kind === 'table' && one.mention.table !== mention.table,
  );
  if (
    tables.length > 0 ||
    placed.some((one) => one.kind === 'mention' && one.mention.kind === 'value')
  )
    return undefined;
  const isTime = mention.column.kind === 'time' || mention.column.kind === 'date';
  if (isTime || mention.column.kind === 'boolean') return undefined;
  const column = quoteIdentifier(mention.column.name);
  const sql = `select ${column}, count(*) as count\nfrom ${nameOf(mention.table)}\ngroup by ${column}\norder by count(*) desc, 1\nlimit 200`;
  return listing(sql, `${mention.table.name}.${mention.column.name}`, context);
}
