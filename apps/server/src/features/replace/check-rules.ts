import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import { CHANGED, keyJson, type Rule, sameRow } from './changed-rows.ts';
import type { OpenedReplacement, Query } from './open-replacement.ts';

/** Rules of CHECK, of the table and of the domains its columns are of, asked of the rows as they would be. */
export async function checkRules(query: Query, replacement: OpenedReplacement): Promise<Rule[]> {
  return [
    ...(await rulesOfTable(query, replacement)),
    ...(await rulesOfDomains(query, replacement)),
  ];
}

/** The expression names the columns of the table, so the rows are given its name and theirs. */
async function rulesOfTable(query: Query, replacement: OpenedReplacement): Promise<Rule[]> {
  const { table, columns } = replacement;
  const replaced = new Set(columns.map(({ column }) => column.name));
  const rows = await query(
    sql`select conname, pg_catalog.pg_get_expr(conbin, conrelid),
          (select json_agg(attname order by attnum) from pg_catalog.pg_attribute
            where attrelid = conrelid and attnum = any(conkey))::text
        from pg_catalog.pg_constraint
        where contype = 'c' and conrelid = pg_catalog.to_regclass(
          pg_catalog.format('%I.%I', ${table.schema}::text, ${table.name}::text))`,
  );
  const list = table.columns.map(({ name }) => {
    const place = replaced.has(name)
      ? sql`changed.${identifier(`new ${name}`)}`
      : sql`known.${identifier(name)}`;
    return sql`${place} as ${identifier(name)}`;
  });
  const named = rows.map(([name, expression, names]) => ({
    name: name ?? '',
    expression: new Sql([expression ?? 'true'], []),
    names: JSON.parse(names ?? '[]') as string[],
  }));
  return named
    .filter(({ names }) => names.some((name) => replaced.has(name)))
    .map(({ name, expression, names }) => ({
      kind: 'check',
      rule: name,
      columns: names,
      find: sql`select "key of the row" as key from (
          select ${keyJson(replacement)} as "key of the row", ${joinSql(list, ', ')}
          from ${CHANGED} changed join ${nameOf(table)} known on ${sameRow(replacement)}
        ) as ${identifier(table.name)} where (${expression}) is false`,
    }));
}

/** In the rules of a domain the value is called VALUE; those of domains it is made of hold as well. */
async function rulesOfDomains(query: Query, replacement: OpenedReplacement): Promise<Rule[]> {
  const rules: Rule[] = [];
  for (const { column } of replacement.columns) {
    const rows = await query(
      sql`with recursive made as (
            select pg_catalog.to_regtype(${column.type}::text)::oid as oid
            union all
            select kind.typbasetype from made join pg_catalog.pg_type kind
              on kind.oid = made.oid and kind.typtype = 'd')
          select conname, pg_catalog.pg_get_expr(conbin, 0) from pg_catalog.pg_constraint
          where contype = 'c' and contypid in (select oid from made)`,
    );
    for (const [name, expression] of rows) {
      rules.push({
        kind: 'check',
        rule: name ?? '',
        columns: [column.name],
        find: sql`select key from (
            select ${keyJson(replacement)} as key, changed.${identifier(`new ${column.name}`)} as value
            from ${CHANGED} changed
          ) as valued where (${new Sql([expression ?? 'true'], [])}) is false`,
      });
    }
  }
  return rules;
}
