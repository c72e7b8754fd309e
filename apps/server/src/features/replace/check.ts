import type { ReplaceConflict } from '@causeway/contract/replace.ts';
import type { RowKey } from '@causeway/contract/tables.ts';
import { withLiterals } from '#platform/connectors/sql/literals.ts';
import { nameOf, whereSql } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { afterSql, changedSql } from './expression.ts';
import { looking, notExcluded, type OpenedReplacement } from './open-replacement.ts';

export const CHANGED = sql`pg_temp.causeway_replaced`;
const KEYS_NAMED = 20;

/**
 * The rows that will change, with their new values, in a table that goes with the transaction: what
 * is checked and what is written are the same rows.
 */
export function collectChanged(replacement: OpenedReplacement, excluded: RowKey[]): string {
  const { table, key, columns, condition } = replacement;
  const image = table.columns.map(({ name }) => sql`${identifier(name)}::text`);
  const list = [
    sql`row_number() over () as "row number"`,
    sql`array[${joinSql(image, ', ')}] as "row before"`,
    ...key.map((name) => sql`${identifier(name)} as ${identifier(`old ${name}`)}`),
    ...columns.map((one) => sql`${afterSql(one)} as ${identifier(`new ${one.column.name}`)}`),
    ...columns.map((one) => sql`${one.matches} as ${identifier(`found ${one.column.name}`)}`),
  ];
  return withLiterals(
    sql`create temp table causeway_replaced on commit drop as
        select ${joinSql(list, ', ')} from ${nameOf(table)}
        ${whereSql([changedSql(columns), condition, notExcluded(replacement, excluded)])}`,
  );
}

/** Changed rows beside the rows they are. */
export function sameRow({ key }: OpenedReplacement): Sql {
  const parts = key.map((name) => {
    return sql`known.${identifier(name)} = changed.${identifier(`old ${name}`)}`;
  });
  return joinSql(parts, ' and ');
}

/** What the database would refuse, found before anything is written. */
export async function findConflicts(
  services: Services,
  replacement: OpenedReplacement,
  { excluded, signal }: { excluded: RowKey[]; signal: AbortSignal },
): Promise<{ rows: number; conflicts: ReplaceConflict[] }> {
  return looking(services, replacement, { signal, isReading: false }, async (query, client) => {
    await client.query(collectChanged(replacement, excluded));
    const [[count] = []] = await query(sql`select count(*)::text from ${CHANGED}`);
    const conflicts: ReplaceConflict[] = [];
    for (const { find, ...rule } of rulesOf(replacement)) {
      const [[rows, keys] = []] = await query(sql`with broken as (${find})
        select count(*)::text, (select json_agg(key) from (select key from broken
          limit ${KEYS_NAMED}) as first)::text from broken`);
      if (Number(rows) > 0) {
        const named = JSON.parse(keys ?? '[]') as Record<string, string>[];
        conflicts.push({ ...rule, rows: Number(rows), keys: named });
      }
    }
    return { rows: Number(count), conflicts };
  });
}

type Rule = Pick<ReplaceConflict, 'kind' | 'rule' | 'columns'> & { find: Sql };

function rulesOf(replacement: OpenedReplacement): Rule[] {
  const { table, columns } = replacement;
  const replaced = new Set(columns.map(({ column }) => column.name));
  const touches = (names: readonly string[]) => names.some((name) => replaced.has(name));
  const keys = [
    ...(table.primaryKey ? [table.primaryKey] : []),
    ...table.uniqueKeys.filter(({ name }) => name !== table.primaryKey?.name),
  ];
  return [
    ...keys
      .filter((key) => touches(key.columns))
      .map((key): Rule => ({
        kind: 'unique',
        rule: key.name,
        columns: key.columns,
        find: metTwice(replacement, key.columns),
      })),
    ...columns.flatMap(({ column }): Rule[] => {
      const most = /^character(?: varying)?\((\d+)\)$/.exec(column.exactType)?.[1];
      if (most === undefined) return [];
      const value = sql`changed.${identifier(`new ${column.name}`)}::text`;
      const find = sql`select ${keyJson(replacement)} as key from ${CHANGED} changed
        where char_length(${value}) > ${Number(most)}`;
      return [{ kind: 'length', rule: column.exactType, columns: [column.name], find }];
    }),
    ...table.foreignKeys
      .filter((reference) => touches(reference.columns))
      .map((reference): Rule => ({
        kind: 'reference',
        rule: reference.name,
        columns: reference.columns,
        find: lostReference(replacement, reference),
      })),
  ];
}

/** The key as JSON of texts, as it is in the database now. */
function keyJson({ key }: OpenedReplacement): Sql {
  const parts = key.map((name) => sql`${name}::text, changed.${identifier(`old ${name}`)}::text`);
  return sql`json_build_object(${joinSql(parts, ', ')})`;
}

/** A column as it will be, of a row that changes. */
function newValue({ columns }: OpenedReplacement, name: string): Sql {
  const one = columns.find(({ column }) => column.name === name);
  return one
    ? sql`changed.${identifier(`new ${name}`)}::text`
    : sql`known.${identifier(name)}::text`;
}

/** All rows as they will be, those that change and the others; a key that two of them have. */
function metTwice(replacement: OpenedReplacement, names: readonly string[]): Sql {
  const { table } = replacement;
  const after = names.map((name, index) => {
    const value = sql`case when changed."row number" is null then known.${identifier(name)}::text
      else ${newValue(replacement, name)} end`;
    return sql`${value} as ${identifier(`k${index}`)}`;
  });
  const parts = names.map((_, index) => identifier(`k${index}`));
  const present = parts.map((part) => sql`${part} is not null`);
  return sql`select key from (
      select key, "row number", count(*) over (partition by ${joinSql(parts, ', ')}) as times
      from (select changed."row number", ${keyJson(replacement)} as key, ${joinSql(after, ', ')}
        from ${nameOf(table)} known left join ${CHANGED} changed on ${sameRow(replacement)}) as all_rows
      where ${joinSql(present, ' and ')}) as counted
    where times > 1 and "row number" is not null`;
}

function lostReference(
  replacement: OpenedReplacement,
  { columns: names, references }: OpenedReplacement['table']['foreignKeys'][number],
): Sql {
  const same = names.map((name, index) => {
    const other = identifier(references.columns[index] ?? name);
    return sql`other.${other}::text = ${newValue(replacement, name)}`;
  });
  const present = names.map((name) => sql`${newValue(replacement, name)} is not null`);
  return sql`select ${keyJson(replacement)} as key from ${CHANGED} changed
    join ${nameOf(replacement.table)} known on ${sameRow(replacement)}
    where ${joinSql(present, ' and ')} and not exists (
      select from ${identifier(references.schema, references.table)} other
      where ${joinSql(same, ' and ')})`;
}
