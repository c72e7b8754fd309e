import { quoteIdentifier } from '#platform/db/sql.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { type Catalog, type Column, type Table, tableOf } from './catalog.ts';
import type { OwnMeasure } from './own-measure.ts';
import { pathTo, reaches } from './joins.ts';
import type { Grain, Period } from './days.ts';

export type Place = { table: string; column: string };

/** Where what a word names is kept. */
export function placeOf({ table, column }: { table: Table; column: Column }): Place {
  return { table: table.name, column: column.name };
}

export type Measure =
  | { fn: 'count' }
  | { fn: 'own'; own: OwnMeasure }
  | { fn: 'count-distinct' | 'sum' | 'avg' | 'min' | 'max'; column: Place };

export type Dimension =
  | { kind: 'column'; at: Place }
  /** One row of a table each, by its label. */
  | { kind: 'entity'; table: string; key: string[]; label: string }
  | { kind: 'time'; at: Place; grain: Grain | 'weekday' | 'hour'; isZoned: boolean };

export type Filter =
  | {
      kind: 'compare';
      at: Place;
      operator: '=' | '<>' | '>' | '>=' | '<' | '<=';
      value: string | number | boolean;
    }
  /** One of several values. */
  | { kind: 'among'; at: Place; values: string[] }
  | { kind: 'null'; at: Place; isNull: boolean }
  | { kind: 'period'; at: Place; period: Period; isZoned: boolean }
  /** There are rows, or none, of a table that belong to this one. */
  | {
      kind: 'exists';
      table: string;
      fromColumns: string[];
      toColumns: string[];
      isNegated: boolean;
    };

/**
 * What is asked, in names of the catalog alone. Its tables are joined from many to one, so nothing in it
 * can be counted twice.
 */
export type Plan = {
  from: string;
  /** None: rows are asked for. */
  measure: Measure | undefined;
  dimensions: Dimension[];
  filters: Filter[];
  order: { by: 'measure' | 'dimension' | Place; isDescending: boolean } | undefined;
  limit: number;
  /** Of a measure: only groups with so many. */
  having?: { operator: string; value: number } | undefined;
};

export class NoWay extends Error {
  readonly from: string;
  readonly to: string;
  readonly isAmbiguous: boolean;
  constructor(from: string, to: string, isAmbiguous: boolean) {
    super(`No way from ${from} to ${to}`);
    this.from = from;
    this.to = to;
    this.isAmbiguous = isAmbiguous;
  }
}

type Wanted = {
  withCount?: true;
  withKeys?: true;
  /** Whose words weekdays are called by; numbers where none is said. */
  language?: 'en' | 'de';
};

/** The statement of a plan. Names are quoted as the catalog has them, values written as literals. */
export function writeSql(
  catalog: Catalog,
  plan: Plan,
  { withCount, withKeys, language }: Wanted = {},
): string {
  const aliases = new Map<string, string>([[plan.from, 't']]);
  const joins: string[] = [];

  function aliasOf(table: string): string {
    const known = aliases.get(table);
    if (known) return known;
    const path = pathTo(catalog, plan.from, table);
    if (!path || path === 'ambiguous') throw new NoWay(plan.from, table, path === 'ambiguous');
    let at = 't';
    let name = plan.from;
    for (const reference of path) {
      name = reference.to;
      const joined = aliases.get(name);
      if (joined) {
        at = joined;
        continue;
      }
      const alias = `t${aliases.size}`;
      const on = reference.fromColumns.map(
        (column, index) =>
          `${alias}.${quoteIdentifier(reference.toColumns[index] ?? '')} = ${at}.${quoteIdentifier(column)}`,
      );
      joins.push(`left join ${nameOf(tableOf(catalog, name))} ${alias} on ${on.join(' and ')}`);
      aliases.set(name, alias);
      at = alias;
    }
    return at;
  }

  const column = ({ table, column: name }: Place) => `${aliasOf(table)}.${quoteIdentifier(name)}`;
  const zone = literal(catalog.zone ?? 'UTC');
  const dimensions = plan.dimensions.map((dimension) =>
    writeDimension(dimension, {
      column,
      aliasOf,
      zone,
      // Of rows that are only told apart the order is that of what is shown.
      ...(plan.measure && language && { language }),
    }),
  );
  const number = (place: Place) => {
    const { isMoney } = tableOf(catalog, place.table).columns.find(
      ({ name }) => name === place.column,
    ) ?? { isMoney: false };
    return isMoney ? `${column(place)}::numeric` : column(place);
  };
  const measure = plan.measure && writeMeasure(plan.measure, number);
  const where = plan.filters.map((filter) =>
    writeFilter(catalog, filter, { column, number, aliasOf, from: plan.from, zone }),
  );
  const held = plan.measure && heldBy(plan.measure);
  if (held !== undefined) where.push(held);
  const selected = measure
    ? [
        // Two rows of a table may have the same name; their keys differ.
        ...dimensions.flatMap(({ select, group }) => (withKeys ? group : select)),
        `${measure} as ${quoteIdentifier(nameOfMeasure(plan.measure!))}`,
        // How many rows are behind each group.
        ...(withCount ? ['count(*) as "rows behind"'] : []),
      ]
    : dimensions.length > 0
      ? dimensions.map(({ select }) => select)
      : ['t.*'];
  const groups = measure ? dimensions.flatMap(({ group }) => group) : [];
  const order = writeOrder(plan, measure, dimensions[0], column);
  return [
    `select ${measure || dimensions.length === 0 ? '' : 'distinct '}${selected.join(', ')}`,
    `from ${nameOf(tableOf(catalog, plan.from))} t`,
    ...joins,
    ...(where.length > 0 ? [`where ${where.join('\n  and ')}`] : []),
    ...(groups.length > 0 ? [`group by ${groups.join(', ')}`] : []),
    ...(plan.having && measure
      ? [`having ${measure} ${plan.having.operator} ${literal(plan.having.value)}`]
      : []),
    ...(order ? [`order by ${order}`] : []),
    ...(measure && dimensions.length === 0 ? [] : [`limit ${plan.limit}`]),
  ].join('\n');
}

function nameOf({ schema, name }: Table): string {
  return schema === 'public'
    ? quoteIdentifier(name)
    : `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

type WriteColumn = (place: Place) => string;
type Writing = {
  column: WriteColumn;
  aliasOf(table: string): string;
  zone: string;
  language?: 'en' | 'de';
};
/** Sorted by its first column, unless that reads otherwise than it counts. */
type WrittenDimension = { select: string; group: string[]; order?: string };

function writeDimension(
  dimension: Dimension,
  { column, aliasOf, zone, language }: Writing,
): WrittenDimension {
  if (dimension.kind === 'column') {
    const written = column(dimension.at);
    return { select: written, group: [written] };
  }
  if (dimension.kind === 'entity') {
    const alias = aliasOf(dimension.table);
    const label = `${alias}.${quoteIdentifier(dimension.label)}`;
    const key = dimension.key.map((name) => `${alias}.${quoteIdentifier(name)}`);
    return { select: `${label} as ${quoteIdentifier(dimension.label)}`, group: [...key, label] };
  }
  const at = column(dimension.at);
  const zoned = dimension.isZoned ? `${at} at time zone ${zone}` : at;
  if (dimension.grain === 'weekday') {
    const written = `extract(isodow from ${zoned})::int`;
    if (!language) return { select: `${written} as weekday`, group: [written] };
    const named = nameWeekday(written, language);
    return { select: `${named} as weekday`, group: [written], order: written };
  }
  if (dimension.grain === 'hour') {
    const written = `extract(hour from ${zoned})::int`;
    return { select: `${written} as hour`, group: [written] };
  }
  const written = `date_trunc('${dimension.grain}', ${zoned})::date`;
  return { select: `${written} as ${dimension.grain}`, group: [written] };
}

/** What a language calls the days from Monday, 1, to Sunday, 7. */
export function nameWeekday(number: string, language: 'en' | 'de'): string {
  const days = weekdayNames(language).map((name) => literal(name));
  return `(array[${days.join(', ')}])[${number}]`;
}

/** From Monday on. */
export function weekdayNames(language: 'en' | 'de'): string[] {
  const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => names.format(Date.UTC(2024, 0, 1 + day)));
}

/** The first moment of a day where the project is. */
function startOf(date: string, zone: string): string {
  return zone === `'UTC'` ? `'${date}T00:00:00Z'` : `timestamp '${date}' at time zone ${zone}`;
}

/** Which rows count for it, where the project says so. */
function heldBy(measure: Measure): string | undefined {
  if (measure.fn !== 'own' || measure.own.filter === null) return undefined;
  return `(${measure.own.filter}\n)`;
}

function writeMeasure(measure: Measure, column: WriteColumn): string {
  if (measure.fn === 'count') return 'count(*)';
  if (measure.fn === 'own') return `(${measure.own.expression}\n)`;
  const at = column(measure.column);
  if (measure.fn === 'count-distinct') return `count(distinct ${at})`;
  return measure.fn === 'avg' ? `round(avg(${at}), 2)` : `${measure.fn}(${at})`;
}

export function nameOfMeasure(measure: Measure): string {
  if (measure.fn === 'count') return 'count';
  if (measure.fn === 'own') return measure.own.label.en;
  const { column } = measure.column;
  return measure.fn === 'count-distinct' ? `different_${column}` : `${measure.fn}_${column}`;
}

function writeFilter(
  catalog: Catalog,
  filter: Filter,
  { column, number, aliasOf, zone, from }: Writing & { number: WriteColumn; from: string },
): string {
  switch (filter.kind) {
    case 'compare':
      return `${number(filter.at)} ${filter.operator} ${literal(filter.value)}`;
    case 'among':
      return `${column(filter.at)} in (${filter.values.map((value) => literal(value)).join(', ')})`;
    case 'null':
      return `${column(filter.at)} is ${filter.isNull ? '' : 'not '}null`;
    case 'period': {
      const at = column(filter.at);
      const { period, isZoned } = filter;
      const day = (date: string) => (isZoned ? startOf(date, zone) : `'${date}'`);
      return `${at} >= ${day(period.from)} and ${at} < ${day(period.to)}`;
    }
    default: {
      const on = filter.fromColumns.map(
        (name, index) =>
          `x.${quoteIdentifier(name)} = ${aliasOf(from)}.${quoteIdentifier(filter.toColumns[index] ?? '')}`,
      );
      const select = `select 1 from ${nameOf(tableOf(catalog, filter.table))} x where ${on.join(' and ')}`;
      return `${filter.isNegated ? 'not ' : ''}exists (${select})`;
    }
  }
}

function writeOrder(
  { order }: Plan,
  measure: string | undefined,
  first: WrittenDimension | undefined,
  column: WriteColumn,
): string | undefined {
  if (!order) return undefined;
  const down = order.isDescending ? ' desc nulls last' : '';
  const along = first && (first.order ?? '1');
  if (order.by === 'measure') return measure && along ? `${measure}${down}, ${along}` : undefined;
  if (order.by === 'dimension') return along && `${along}${down}`;
  return `${column(order.by)}${down}`;
}

/** Whether all that a plan names can be reached from where it begins. */
export function canReach(catalog: Catalog, from: string, tables: readonly string[]): boolean {
  return tables.every((table) => reaches(catalog, from, table) !== undefined);
}
