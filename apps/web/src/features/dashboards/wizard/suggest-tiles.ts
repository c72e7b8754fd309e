import type { MissingTimes, NamedChart } from '@causeway/contract/dashboards/charts.ts';
import type { TileSize } from '@causeway/contract/dashboards/layout.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';
import type { DetectedColumns } from './detect-columns.ts';
import { quote } from './quote.ts';

export type Chosen = {
  date: string | undefined;
  measures: DetectedColumns['measures'];
  dimensions: string[];
  place: DetectedColumns['place'];
  /** Whether the date has hours. */
  hasHours: boolean;
  unit: 'day' | 'week' | 'month' | 'quarter';
  /** What they are called, from Monday on. */
  weekdays: readonly string[];
  /** The table with names from others beside it, where one of those is grouped by. */
  joined?: string | undefined;
};

export type SuggestionKey =
  | 'count'
  | 'measure'
  | 'time'
  | 'top'
  | 'share'
  | 'hours'
  | 'stacked'
  | 'map'
  | 'scatter'
  | 'rows';

/** A tile worth having, and the facts that speak for it. */
export type Suggestion = {
  key: SuggestionKey;
  /** What its title and its reason tell of. */
  names: Record<'table' | 'date' | 'measure' | 'first' | 'other', string>;
  kind: 'number' | 'chart' | 'table';
  chart: NamedChart | null;
  missing: MissingTimes | undefined;
  sql: string;
  size: TileSize;
  /** A number of the last whole one of these. */
  lastOf: Chosen['unit'] | undefined;
};

/** So many are shown of a dimension; the rest is left to the table. */
const TOP = 8;

/** Over what is asked, where it is not a table of Postgres: files are read by DuckDB. */
export type FileSource = { from: string };

/** Six to eight tiles over one table. All of them are narrowed by the same filters. */
export function suggestTiles(
  { schema, table }: TableName,
  chosen: Chosen,
  file?: FileSource,
): Suggestion[] {
  const { date, measures, dimensions, place, hasHours, unit, weekdays } = chosen;
  const source = file?.from ?? chosen.joined ?? `${quote(schema)}.${quote(table)}`;
  const hourOf = (at: string) => (file ? `strftime(${at}, '%H')` : `to_char(${at}, 'HH24')`);
  const conditions = [
    ...(date ? [`:period(${quote(date)})`] : []),
    ...dimensions.slice(0, 2).map((name) => `:${slugOf(name)}(${quote(name)})`),
  ];
  const where = conditions.length > 0 ? `\nwhere ${conditions.join(' and ')}` : '';
  const bucket = date && `date_trunc('${unit}', ${quote(date)})::date as ${unit}`;
  const sums = measures.map(({ name, by }) => ({
    name,
    sql: `${by}(${quote(name)}) as ${quote(name)}`,
  }));
  const [main, second] = sums;
  const [first, other] = dimensions;
  const what = main ?? { name: 'rows', sql: 'count(*) as rows' };
  const past = (end: string) => `${where} and ${quote(date ?? '')} ${end}`;
  /** What is dated ahead by mistake would stretch the axis, and be the last number. */
  const untilNow = past('<= now()');
  // A bucket that has just begun says nothing beside whole ones.
  const untilWhole = past(`< date_trunc('${unit}', now())`);
  const over = (measure: string, until: string) =>
    bucket
      ? `select ${bucket}, ${measure}\nfrom ${source}${until}\ngroup by 1\norder by 1`
      : `select ${measure}\nfrom ${source}${where}`;
  const by = (name: string, limit: number) =>
    `select ${quote(name)}::text as ${quote(name)}, ${what.sql}\nfrom ${source}${where}\ngroup by 1\norder by 2 desc nulls last\nlimit ${limit}`;
  const names = {
    table,
    date: date ?? '',
    measure: what.name,
    first: first ?? '',
    other: other ?? '',
  };
  const made = (
    key: SuggestionKey,
    rest: Pick<Suggestion, 'kind' | 'sql' | 'size'> & { chart?: NamedChart },
  ): Suggestion => ({
    key,
    chart: null,
    // A month without rows had none of what is counted, and no average at all.
    missing: rest.chart?.x === unit ? (measures[0]?.by === 'avg' ? 'gap' : 'zero') : undefined,
    names,
    lastOf: bucket && rest.kind === 'number' ? unit : undefined,
    ...rest,
  });
  return [
    made('count', {
      kind: 'number',
      sql: over('count(*) as rows', untilWhole),
      size: { w: 3, h: 3 },
    }),
    ...(main
      ? [made('measure', { kind: 'number', sql: over(main.sql, untilWhole), size: { w: 3, h: 3 } })]
      : []),
    ...(bucket
      ? [
          made('time', {
            kind: 'chart',
            chart: { kind: 'area', x: unit, ys: [what.name] },
            sql: over(what.sql, untilNow),
            size: { w: 6, h: 7 },
          }),
        ]
      : []),
    ...(first
      ? [
          made('top', {
            kind: 'chart',
            chart: { kind: 'bar', x: first, ys: [what.name] },
            sql: by(first, TOP),
            size: { w: 6, h: 7 },
          }),
        ]
      : []),
    ...(other
      ? [
          made('share', {
            kind: 'chart',
            chart: { kind: 'pie', x: other, ys: [what.name] },
            sql: by(other, 50),
            size: { w: 4, h: 7 },
          }),
        ]
      : []),
    ...(date && hasHours
      ? [
          made('hours', {
            kind: 'chart',
            chart: { kind: 'heatmap', x: 'hour', series: 'weekday', ys: ['rows'] },
            sql: `select ${hourOf(quote(date))} as hour, ${weekdayOf(quote(date), weekdays)} as weekday,\n  count(*) as rows\nfrom ${source}${where}${where ? ' and' : '\nwhere'} ${quote(date)} is not null\ngroup by 1, 2\norder by min(extract(isodow from ${quote(date)})), 1`,
            size: { w: 8, h: 7 },
          }),
        ]
      : []),
    ...(bucket && first
      ? [
          made('stacked', {
            kind: 'chart',
            chart: { kind: 'stacked', x: unit, ys: [what.name], series: first },
            sql: `select ${bucket}, ${quote(first)}::text as ${quote(first)}, ${what.sql}\nfrom ${source}${untilNow}\ngroup by 1, 2\norder by 1, 2`,
            size: { w: 6, h: 7 },
          }),
        ]
      : []),
    ...(place
      ? [
          made('map', {
            kind: 'chart',
            chart: { kind: 'map', x: place.longitude, ys: [place.latitude] },
            sql: `select ${quote(place.longitude)}, ${quote(place.latitude)}\nfrom ${source}${where}\nlimit 50000`,
            size: { w: 6, h: 7 },
          }),
        ]
      : main && second && !bucket
        ? [
            made('scatter', {
              kind: 'chart',
              chart: { kind: 'scatter', x: main.name, ys: [second.name] },
              sql: `select ${quote(main.name)}, ${quote(second.name)}\nfrom ${source}${where}\nlimit 5000`,
              size: { w: 6, h: 7 },
            }),
          ]
        : []),
    made('rows', {
      kind: 'table',
      sql: `select *\nfrom ${source}${where}${date ? `\norder by ${quote(date)} desc nulls last` : ''}\nlimit 50`,
      size: { w: 6, h: 7 },
    }),
  ].slice(0, 8);
}

/** By its name, in a way that Postgres and DuckDB both know. */
function weekdayOf(at: string, names: readonly string[]): string {
  const cases = names.map(
    (name, index) => `when ${index + 1} then '${name.replaceAll("'", "''")}'`,
  );
  return `case extract(isodow from ${at}) ${cases.join(' ')} end`;
}

/** The name of a filter: as a parameter is called in SQL. */
export function slugOf(name: string): string {
  const plain = [...name.toLowerCase()]
    .map((sign) => ((sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9') ? sign : '_'))
    .join('')
    .slice(0, 50);
  return plain >= 'a' ? plain : `f_${plain}`;
}

/** The unit that gives a picture 20 to 60 points, by how many days there are. */
export function unitFor(days: number): Chosen['unit'] {
  if (days <= 62) return 'day';
  if (days <= 400) return 'week';
  return days <= 2_000 ? 'month' : 'quarter';
}
