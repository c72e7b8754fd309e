import type { Cell } from '@causeway/contract/artifacts.ts';
import type { Catalog } from './catalog.ts';
import type { Period } from './days.ts';
import { pathTo } from './joins.ts';
import { type Dimension, type Filter, type Measure, type Place, type Plan } from './plan.ts';
import type { Note } from './plan-question.ts';
import type { Told } from './reply.ts';
import { type Language, sayIn } from './sentences.ts';

const at = ({ table, column }: Place) => `${table}.${column}`;

/** A plan in a few words: the title of what is shown. */
export function titleOf(plan: Plan, language: Language): string {
  const say = sayIn(language);
  const measured = plan.measure ? sayMeasure(plan.measure, plan.from, language) : plan.from;
  const dimensions = plan.dimensions
    .map((dimension) => sayDimension(dimension, language))
    .join(', ');
  const said = (filters: readonly Filter[]) =>
    filters.map((filter) => sayFilter(filter, language)).join(', ');
  // `customers without orders`, not `customers where without orders`.
  const belonging = said(plan.filters.filter(({ kind }) => kind === 'exists'));
  const filters = said(plan.filters.filter(({ kind }) => kind !== 'exists'));
  return [
    measured,
    belonging,
    dimensions && `${say.by} ${dimensions}`,
    filters && `${say.where} ${filters}`,
  ]
    .filter(Boolean)
    .join(' ')
    .slice(0, 200);
}

function sayMeasure(measure: Measure, from: string, language: Language): string {
  const say = sayIn(language);
  if (measure.fn === 'count') return say.count(from);
  if (measure.fn === 'own') return measure.own.label[language];
  if (measure.fn === 'count-distinct') return say.different(at(measure.column));
  return `${say.fns[measure.fn]} ${at(measure.column)}`;
}

const germanGrains = {
  day: 'Tag',
  week: 'Woche',
  month: 'Monat',
  quarter: 'Quartal',
  year: 'Jahr',
  weekday: 'Wochentag',
  hour: 'Stunde',
};

function sayDimension(dimension: Dimension, language: Language): string {
  if (dimension.kind === 'entity') return dimension.table;
  if (dimension.kind === 'column') return at(dimension.at);
  return language === 'de' ? germanGrains[dimension.grain] : dimension.grain;
}

function sayFilter(filter: Filter, language: Language): string {
  const say = sayIn(language);
  if (filter.kind === 'compare')
    return `${at(filter.at)} ${filter.operator} ${String(filter.value)}`;
  if (filter.kind === 'among') return `${at(filter.at)} = ${filter.values.join(', ')}`;
  if (filter.kind === 'null') return say.null(at(filter.at), filter.isNull);
  if (filter.kind === 'period') return sayPeriod(filter.period, language);
  return `${filter.isNegated ? say.without : say.withRows} ${filter.table}`;
}

/** Its days as the language writes them. */
export function sayPeriod({ label }: Period, language: Language): string {
  if (language === 'en') return label;
  return label.replaceAll(/(\d{4})-(\d\d)-(\d\d)/g, '$3.$2.$1');
}

/** What has to be known to believe the answer: what was measured, when, and along which way. */
export function sayNotes(
  catalog: Catalog,
  plan: Plan,
  notes: readonly Note[],
  language: Language,
): string[] {
  const say = sayIn(language);
  const said = [`${say.assumed}: ${titleOf(plan, language)}.`];
  if (plan.measure?.fn === 'own') {
    const { label, said: defined, table } = plan.measure.own;
    said.push(say.defined(label[language], defined, table));
  }
  for (const note of notes)
    if (note.kind === 'order') said.push(say.sorted(at(note.at)));
    else if (note.kind === 'date') said.push(say.date(at(note.at), catalog.zone ?? 'UTC'));
  const tables = new Set([
    ...plan.dimensions.map((one) => (one.kind === 'entity' ? one.table : one.at.table)),
    ...plan.filters.flatMap((one) => (one.kind === 'exists' ? [] : [one.at.table])),
  ]);
  const implied = new Set<string>();
  for (const table of tables) {
    const path = pathTo(catalog, plan.from, table);
    for (const reference of Array.isArray(path) ? path : []) {
      if (reference.isImplied)
        implied.add(
          say.implied(`${reference.from}.${reference.fromColumns.join(', ')}`, reference.to),
        );
    }
  }
  return [...said, ...implied];
}

/** What the rows themselves say about how far they are to be believed. */
export function sayRows(told: Told, plan: Plan, now: Date, language: Language): string[] {
  const say = sayIn(language);
  const [dimension] = plan.dimensions;
  const said: string[] = [];
  const lost = told.rows.find(([label]) => label === null);
  if (lost && plan.measure && dimension?.kind === 'entity' && plan.dimensions.length === 1) {
    said.push(say.lost(sayCell(lost.at(-1) ?? null, language), dimension.table));
  }
  const ordered = typeof plan.order?.by === 'object' ? plan.order.by.column : undefined;
  const at = told.columns.findIndex(({ name }) => name === ordered);
  const isDate = /^(date|timestamp)/.test(told.columns[at]?.type ?? '');
  const ahead = isDate ? told.rows.filter((row) => isAfter(row[at] ?? null, now)).length : 0;
  return ahead > 0 ? [...said, say.future(ahead)] : said;
}

function isAfter(cell: Cell, now: Date): boolean {
  // As Postgres prints it: `2026-11-16 10:00:00+00`.
  const text = String(cell)
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00');
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date > now;
}

/** The result in one sentence. */
export function sayResult(told: Told, plan: Plan, language: Language): string {
  const say = sayIn(language);
  const { rows, columns } = told;
  if (rows.length === 0) return say.none;
  if (plan.measure && plan.dimensions.length === 0) {
    return `**${sayCell(rows[0]?.[0] ?? null, language)}**`;
  }
  const isFull = !plan.measure && (told.count ?? rows.length) === plan.limit;
  // A list by an order is as long as it was asked for; another one goes on.
  if (isFull && !plan.order) return say.firstRows(sayCell(plan.limit, language));
  const count = sayCount(told, language);
  const isRanked = plan.order?.by === 'measure' && plan.dimensions.length === 1;
  if (!isRanked || columns.length < 2) return `${count}.`;
  const [label, value] = rows[0]!;
  return `${say.first}**${sayCell(label ?? null, language)}** (${sayCell(value ?? null, language)}). ${count}.`;
}

/** How many rows there were. */
export function sayCount({ rows, note, count, hasMore }: Told, language: Language): string {
  return sayIn(language).rows(count ?? rows.length, hasMore ?? note !== undefined);
}

export function sayCell(cell: Cell, language: Language): string {
  if (cell === null) return '–';
  const isNumber =
    typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell));
  if (!isNumber) return String(cell);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(Number(cell));
}
