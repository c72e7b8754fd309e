import type { ChosenRows, ReplaceConflict } from '@causeway/contract/replace.ts';
import { withLiterals } from '#platform/connectors/sql/literals.ts';
import { nameOf, printed, whereSql } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import { afterSql, changedSql } from './expression.ts';
import { chosenSql, type OpenedReplacement } from './open-replacement.ts';

export const CHANGED = sql`pg_temp.causeway_replaced`;

/**
 * The rows that will change, with their new values, in a table that goes with the transaction: what
 * is checked and what is written are the same rows.
 */
export function collectChanged(replacement: OpenedReplacement, chosen: ChosenRows): string {
  const { table, key, columns, condition } = replacement;
  const image = table.columns.map((column) => printed(column, identifier(column.name)));
  const list = [
    sql`row_number() over () as "row number"`,
    sql`array[${joinSql(image, ', ')}] as "row before"`,
    ...key.map((name) => sql`${identifier(name)} as ${identifier(`old ${name}`)}`),
    ...key.map((name) => sql`${identifier(name)}::text as ${identifier(`key ${name}`)}`),
    ...columns.map((one) => sql`${afterSql(one)} as ${identifier(`new ${one.column.name}`)}`),
    ...columns.map((one) => sql`${one.matches} as ${identifier(`found ${one.column.name}`)}`),
  ];
  return withLiterals(
    sql`create temp table causeway_replaced on commit drop as
        select ${joinSql(list, ', ')} from ${nameOf(table)}
        ${whereSql([changedSql(columns), condition, chosenSql(replacement, chosen)])}`,
  );
}

/** Changed rows beside the rows they are. */
export function sameRow({ key }: OpenedReplacement): Sql {
  const parts = key.map((name) => {
    return sql`known.${identifier(name)} = changed.${identifier(`old ${name}`)}`;
  });
  return joinSql(parts, ' and ');
}

/** The key as JSON of texts, as it is in the database now. */
export function keyJson({ key }: OpenedReplacement): Sql {
  const parts = key.map((name) => sql`${name}::text, changed.${identifier(`old ${name}`)}::text`);
  return sql`json_build_object(${joinSql(parts, ', ')})`;
}

/** A rule of the table, and the keys of the rows that would break it. */
export type Rule = Pick<ReplaceConflict, 'kind' | 'rule' | 'columns'> & { find: Sql };
