import { quoteIdentifier } from '#platform/db/sql.ts';
import type { Catalog, Table } from './catalog.ts';
import type { Mention } from './matching.ts';
import type { Period } from './periods.ts';
import { type Plan, writeSql } from './plan.ts';
import { dateFor, planQuestion } from './plan-question.ts';
import type { Reply, Told } from './reply.ts';
import { sayCell, sayCount, sayIn, titleOf } from './say.ts';
import type { Slots } from './slots.ts';

type Context = {
  catalog: Catalog;
  slots: Slots;
  periods: readonly Period[];
  language: 'en' | 'de';
  slips: string[];
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

function listing(sql: string, title: string, { language, slips }: Context): Reply {
  return {
    kind: 'run',
    sql,
    title,
    about: title.slice(0, 120),
    shape: 'table',
    say: (told) => sayListed(told, language, slips),
  };
}

function sayListed(told: Told, language: 'en' | 'de', slips: string[]): string {
  const say = sayIn(language);
  const count = told.rows.length === 0 ? say.none : `${sayCount(told, language)}.`;
  return [count, ...slips.map((slip) => `_${slip}_`)].join('\n\n');
}

/** Values that stand in more than one row. */
export function duplicatesReply(context: Context): Reply | undefined {
  const { slots, language } = context;
  if (!slots.cues.has('duplicates')) return undefined;
  const [mention] = columnsIn(slots);
  if (!mention) return undefined;
  const column = quoteIdentifier(mention.column.name);
  const sql = `select ${column}, count(*) as count\nfrom ${nameOf(mention.table)}\nwhere ${column} is not null\ngroup by ${column}\nhaving count(*) > 1\norder by count(*) desc, 1\nlimit 200`;
  const title = `${language === 'de' ? 'Doppelte' : 'Duplicate'} ${mention.table.name}.${mention.column.name}`;
  return listing(sql, title, context);
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

/** A measure in two stretches of time, side by side. */
export function compareReply(context: Context): Reply | undefined {
  const { catalog, slots, periods, language } = context;
  if (periods.length !== 2) return undefined;
  const planned = planQuestion(
    catalog,
    { ...slots, cues: new Set([...slots.cues].filter((cue) => cue !== 'versus')) },
    [],
  );
  const measured = planned?.plan.measure ? planned.plan : countPlan(slots);
  if (!measured) return undefined;
  const at = dateFor(catalog, measured.from, slots.placed);
  if (!at) return undefined;
  const parts = [...periods]
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map((period) => {
      const plan: Plan = {
        ...measured,
        dimensions: [],
        order: undefined,
        filters: [
          ...measured.filters,
          { kind: 'period', at: at.place, period, isZoned: at.isZoned },
        ],
      };
      return `select '${period.label}' as period, (\n${writeSql(catalog, plan)}\n) as value`;
    });
  const title = titleOf({ ...measured, dimensions: [] }, language);
  return {
    kind: 'run',
    sql: parts.join('\nunion all\n'),
    title,
    about: title.slice(0, 120),
    shape: 'table',
    say: (told) => sayChange(told, language),
  };
}

function countPlan({ placed }: Slots): Plan | undefined {
  const table = placed.find((one) => one.kind === 'mention' && one.mention.kind === 'table');
  if (table?.kind !== 'mention') return undefined;
  return {
    from: table.mention.table.name,
    measure: { fn: 'count' },
    dimensions: [],
    filters: [],
    order: undefined,
    limit: 1,
  };
}

function sayChange({ rows }: Told, language: 'en' | 'de'): string {
  const [before, after] = rows.map((row) => Number(row[1] ?? 0));
  const change = before
    ? `${sayCell(Math.round(((after ?? 0) / before - 1) * 1000) / 10, language)} %`
    : '–';
  return sayIn(language).compare(
    sayCell(before ?? null, language),
    sayCell(after ?? null, language),
    change,
  );
}
