import type { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import {
  type CountedDays,
  type countedRowsRoutes,
  type CountedValues,
  MOST_COUNTED_DAYS,
} from '@causeway/contract/tables/counted-rows.ts';
import type { CatalogColumn } from '#platform/connectors/sql/catalog-table.ts';
import { conditionOf } from '#platform/connectors/sql/selection.ts';
import { nameOf, printed, readColumn, whereSql } from '#platform/connectors/sql/table-sql.ts';
import { identifier, type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { TableCall } from '../open-table.ts';
import { runReading } from './run-reading.ts';

type ValuesQuery = z.output<typeof countedRowsRoutes.countValues.query>;
type DaysQuery = z.output<typeof countedRowsRoutes.countDays.query>;

/** All are counted in one statement, so what is listed and what is left out add up. */
export async function countValues(
  services: Services,
  call: TableCall,
  query: ValuesQuery,
): Promise<CountedValues> {
  const column = readColumn(call.table, query.column);
  const condition = await conditionOf(services, call, query);
  const counted = sql`with counted as materialized (
      select ${identifier(column.name)} as value, count(*) as rows
      from ${nameOf(call.table)} ${whereSql([condition])} group by 1),
    listed as (
      select ${printed(column, sql`value`)} as value, rows from counted
      order by value is null desc, rows desc, 1 limit ${query.limit})
    select json_build_object(
      'values', (select coalesce(json_agg(json_build_object('value', value, 'count', rows)
        order by rows desc, value), '[]') from listed),
      'valueCount', count(value), 'rowCount', coalesce(sum(rows), 0)) from counted`;
  return readOne(services, call, { text: counted, isForeign: query.where !== undefined });
}

export async function countDays(
  services: Services,
  call: TableCall,
  query: DaysQuery,
): Promise<CountedDays> {
  const { from, to, timeZone } = query;
  const column = readColumn(call.table, query.column);
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (length < 1 || length > MOST_COUNTED_DAYS) {
    throw new Failure('E_VALIDATION', `Count 1 to ${MOST_COUNTED_DAYS} days at a time.`);
  }
  const clock = clockOf(column, timeZone ?? call.table.timeZone);
  const name = identifier(column.name);
  const condition = await conditionOf(services, call, query);
  // The column stands alone on its side, so that its index can be used.
  const within = sql`${name} >= ${clock.start(sql`${from}::date`)}
    and ${name} < ${clock.start(sql`(${to}::date + 1)`)}`;
  const counted = sql`with counted as (
      select to_char(${clock.wall(name)}, 'YYYY-MM-DD') as day, count(*) as rows
      from ${nameOf(call.table)} ${whereSql([condition, within])} group by 1)
    select json_build_object('days', coalesce(
      json_agg(json_build_object('day', day, 'count', rows) order by day), '[]')) from counted`;
  return readOne(services, call, { text: counted, isForeign: query.where !== undefined });
}

const DAY_MS = 86_400_000;

type Clock = {
  /** The first moment of a day, in the column's own type. */
  start(day: Sql): Sql;
  /** What a clock on the wall shows. */
  wall(moment: Sql): Sql;
};

/** Only instants move with a zone: a column without one means what it says. */
function clockOf({ name, baseType }: CatalogColumn, timeZone: string): Clock {
  if (/^(timestamptz|timestamp with time zone)$/.test(baseType)) {
    return {
      start: (day) => sql`(${day}::timestamp at time zone ${timeZone})`,
      wall: (moment) => sql`(${moment} at time zone ${timeZone})`,
    };
  }
  if (/^(date|timestamp|timestamp without time zone)$/.test(baseType)) {
    return { start: (day) => sql`${day}::timestamp`, wall: (moment) => sql`${moment}::timestamp` };
  }
  throw new Failure('E_VALIDATION', `Column '${name}' holds no days.`);
}

async function readOne<Answer>(
  services: Services,
  call: TableCall,
  { text, isForeign }: { text: Sql; isForeign: boolean },
): Promise<Answer> {
  const { rows } = await runReading(services, call, { text }, { rowLimit: 1, isForeign });
  // As the statement above it writes it.
  return JSON.parse(rows.last()[0] ?? 'null') as Answer;
}
