import { joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import type { ScanSession } from '../scanning/session.ts';
import { columnSql, isNumber, isText, type Source } from './source.ts';

/** What a sample says of a text column. */
export type TextFigures = {
  rows: number;
  filled: number;
  distinct: number;
  /** Different values when letter case and spaces at the ends do not count. */
  folded: number;
  width: number;
  common: { value: string; count: number }[];
  shapes: { shape: string; count: number; example: string }[];
  shapeCount: number;
  broken: number;
  brokenExample: string | null;
  /** Groups that differ in case or spaces only, the most frequent spelling first. */
  twins: { value: string; count: number }[][];
  numbers: number;
};

const COMMON = 12;
const SHAPES = 12;
const TWINS = 20;

/**
 * A value's shape: runs of letters and digits become one sign each, so that 12-AB and 7-CD are alike;
 * short ones keep their length, since DE and DEU are not.
 */
const shape: Sql = sql`case when length(v) <= 4
  then regexp_replace(regexp_replace(regexp_replace(v, '[[:upper:]]', 'A', 'g'), '[[:lower:]]', 'a', 'g'), '[0-9]', '9', 'g')
  else regexp_replace(regexp_replace(regexp_replace(v, '[[:upper:]]+', 'A', 'g'), '[[:lower:]]+', 'a', 'g'), '[0-9]+', '9', 'g') end`;

/** Letters read in the wrong encoding, the sign for unreadable ones, and ones that nobody sees. */
export const brokenLetters =
  '[\\uFFFD\\u200B\\u200C\\u2060\\uFEFF]|\\u00C3[\\u0080-\\u00BF]|\\u00E2\\u20AC';

export async function readTextFigures(
  session: ScanSession,
  { sampleFrom }: Source,
  column: SeenColumn,
): Promise<TextFigures> {
  const [row] = await session.ask(
    sql`with s as materialized (select left(${columnSql(column)}::text, 200) as v from ${sampleFrom}),
        counted as materialized (select v, count(*) as n from s where v is not null group by v),
        shaped as (select ${shape} as shape, sum(n) as n, min(v) as example from counted group by 1),
        folds as (select lower(btrim(v)) as f, count(*) as spellings from counted group by 1)
        select json_build_object(
          'rows', (select count(*) from s), 'filled', (select sum(n) from counted),
          'distinct', (select count(*) from counted), 'folded', (select count(*) from folds),
          'width', (select avg(length(v)) from counted),
          'common', (select json_agg(json_build_object('value', v, 'count', n)) from
            (select v, n from counted order by n desc, v limit ${COMMON}) top),
          'shapes', (select json_agg(json_build_object('shape', shape, 'count', n, 'example', example)) from
            (select * from shaped order by n desc, shape limit ${SHAPES}) top),
          'shapeCount', (select count(*) from shaped),
          'broken', (select sum(n) from counted where v ~ ${brokenLetters}),
          'brokenExample', (select min(v) from counted where v ~ ${brokenLetters}),
          'twins', (select json_agg(written) from (
            select json_agg(json_build_object('value', v, 'count', n) order by n desc, v) as written
            from counted join folds on folds.f = lower(btrim(v)) where spellings > 1
            group by f order by sum(n) desc limit ${TWINS}) groups),
          'numbers', (select sum(n) from counted where v ~ '^\\s*-?[0-9]+([.,][0-9]+)*\\s*$'))`,
  );
  const found = JSON.parse(row?.[0] ?? '{}') as Partial<TextFigures>;
  return {
    rows: found.rows ?? 0,
    filled: found.filled ?? 0,
    distinct: found.distinct ?? 0,
    folded: found.folded ?? 0,
    width: found.width ?? 0,
    common: found.common ?? [],
    shapes: found.shapes ?? [],
    shapeCount: found.shapeCount ?? 0,
    broken: found.broken ?? 0,
    brokenExample: found.brokenExample ?? null,
    twins: found.twins ?? [],
    numbers: found.numbers ?? 0,
  };
}

/** What a sample says of a column that is no text. */
export type PlainFigures = {
  rows: number;
  distinct: number;
  common: { value: string; count: number }[];
  /** Of the logarithm of values above zero: the middle, and how far values usually are from it. */
  middle: number | null;
  spread: number | null;
};

/** Types whose values can be grouped and are short enough to be shown. */
const grouped = new Set(['N', 'D', 'B', 'E', 'I', 'T']);

export function isGrouped(column: SeenColumn): boolean {
  return grouped.has(column.category) || column.base === 'uuid';
}

export async function readPlainFigures(
  session: ScanSession,
  { sampleFrom }: Source,
  column: SeenColumn,
): Promise<PlainFigures> {
  const positive = isNumber(column);
  const spread = positive
    ? sql`, logs as materialized (select ln(v) as x from
          (select ${columnSql(column)}::text::numeric as v from ${sampleFrom}
            where ${columnSql(column)} > 0 and ${columnSql(column)}::text !~* 'nan|inf') above),
        middle as (select percentile_cont(0.5) within group (order by x) as m from logs)`
    : sql``;
  const more = positive
    ? sql`, 'middle', (select m from middle),
        'spread', (select percentile_cont(0.5) within group (order by abs(x - m)) from logs, middle)`
    : sql``;
  const [row] = await session.ask(
    sql`with s as materialized (select left(${columnSql(column)}::text, 200) as v from ${sampleFrom}),
        counted as materialized (select v, count(*) as n from s where v is not null group by v)${spread}
        select json_build_object('rows', (select count(*) from s),
          'distinct', (select count(*) from counted),
          'common', (select json_agg(json_build_object('value', v, 'count', n)) from
            (select v, n from counted order by n desc, v limit ${COMMON}) top)${more})`,
  );
  const found = JSON.parse(row?.[0] ?? '{}') as Partial<PlainFigures>;
  return {
    rows: found.rows ?? 0,
    distinct: found.distinct ?? 0,
    common: found.common ?? [],
    middle: found.middle ?? null,
    spread: found.spread ?? null,
  };
}

/** Some values as they are, to be held against patterns that SQL can't compute. */
export async function readValues(
  session: ScanSession,
  { sampleFrom }: Source,
  columns: readonly SeenColumn[],
): Promise<Map<number, string[]>> {
  const texts = columns.filter(isText);
  if (texts.length === 0) return new Map();
  const list = texts.map((column) => sql`left(${columnSql(column)}::text, 64)`);
  const rows = await session.ask(sql`select ${joinSql(list, ', ')} from ${sampleFrom} limit 200`);
  return new Map(
    texts.map(({ number }, place) => [
      number,
      rows
        .map((cells) => cells[place])
        .filter((cell) => cell !== null && cell !== undefined && cell !== ''),
    ]) as [number, string[]][],
  );
}
