import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import { CHANGED, keyJson, type Rule, sameRow } from './changed-rows.ts';
import type { OpenedReplacement, Query } from './open-replacement.ts';

/** An index that refuses rows: one with expressions or a condition that is unique, or an exclusion. */
type RefusingIndex = {
  name: string;
  /** Each part as it stands in the index, and how two rows must not compare in an exclusion. */
  parts: { expression: string; column: string | null; operator: string | null }[];
  condition: string | null;
  areNullsAlike: boolean;
};

/**
 * Rules that an index keeps and that are more than columns met twice: unique expressions, uniqueness
 * among some rows, and EXCLUDE. Both are asked of all rows as they would be.
 */
export async function indexRules(query: Query, replacement: OpenedReplacement): Promise<Rule[]> {
  const replaced = new Set(replacement.columns.map(({ column }) => column.name));
  const indexes = await listRefusingIndexes(query, replacement);
  return indexes
    .filter(({ parts, condition }) => {
      const isKnown = condition === null && parts.every(({ column }) => column !== null);
      return !isKnown || parts.some(({ column }) => column !== null && replaced.has(column));
    })
    .map((index) => ({
      kind: isExclusion(index) ? 'exclude' : 'unique',
      rule: index.name,
      columns: index.parts.flatMap(({ column }) => column ?? []),
      find: isExclusion(index) ? excluded(replacement, index) : metTwice(replacement, index),
    }));
}

function isExclusion({ parts }: RefusingIndex): boolean {
  return parts.some(({ operator }) => operator !== null);
}

async function listRefusingIndexes(
  query: Query,
  { table }: OpenedReplacement,
): Promise<RefusingIndex[]> {
  const rows = await query(
    sql`select class.relname,
          (select json_agg(json_build_object(
              'expression', pg_catalog.pg_get_indexdef(entry.indexrelid, place::int, false),
              'column', attribute.attname,
              'operator', 'operator(' || pg_catalog.quote_ident(space.nspname) || '.'
                || operator.oprname || ')') order by place)
            from unnest((entry.indkey::int2[])[0:entry.indnkeyatts - 1]) with ordinality
              as part(attnum, place)
            left join pg_catalog.pg_attribute attribute
              on attribute.attrelid = entry.indrelid and attribute.attnum = part.attnum
                and part.attnum > 0
            left join pg_catalog.pg_operator operator
              on operator.oid = rule.conexclop[place]
            left join pg_catalog.pg_namespace space on space.oid = operator.oprnamespace)::text,
          pg_catalog.pg_get_expr(entry.indpred, entry.indrelid),
          (to_jsonb(entry) ->> 'indnullsnotdistinct')
        from pg_catalog.pg_index entry
        join pg_catalog.pg_class class on class.oid = entry.indexrelid
        left join pg_catalog.pg_constraint rule
          on rule.conindid = entry.indexrelid and rule.contype = 'x'
            and rule.conrelid = entry.indrelid
        where entry.indrelid = pg_catalog.to_regclass(
            pg_catalog.format('%I.%I', ${table.schema}::text, ${table.name}::text))
          and entry.indisvalid and (rule.oid is not null or (entry.indisunique
            and (entry.indpred is not null or entry.indexprs is not null)))`,
  );
  return rows.map(([name, parts, condition, areNullsAlike]) => ({
    name: name ?? '',
    parts: JSON.parse(parts ?? '[]') as RefusingIndex['parts'],
    condition: condition ?? null,
    areNullsAlike: areNullsAlike === 'true',
  }));
}

/** Every row as it would be, with what the index holds of it: k0, k1 and so on. */
function indexed(replacement: OpenedReplacement, { parts, condition }: RefusingIndex): Sql {
  const { table, columns } = replacement;
  const replaced = new Set(columns.map(({ column }) => column.name));
  const list = table.columns.map(({ name }) => {
    const old = sql`known.${identifier(name)}`;
    if (!replaced.has(name)) return old;
    const value = sql`case when changed."row number" is null then ${old}
      else changed.${identifier(`new ${name}`)} end`;
    return sql`${value} as ${identifier(name)}`;
  });
  const keys = parts.map(({ expression }, index) => {
    return sql`${new Sql([expression], [])} as ${identifier(`k${index}`)}`;
  });
  // Expressions name the columns of the table, so the rows are given its name and theirs.
  return sql`select row_number() over () as place, "row number", "key of the row",
      ${joinSql(keys, ', ')}
    from (select changed."row number", ${keyJson(replacement)} as "key of the row",
        ${joinSql(list, ', ')}
      from ${nameOf(table)} known left join ${CHANGED} changed on ${sameRow(replacement)}
    ) as ${identifier(table.name)}
    where ${condition === null ? sql`true` : new Sql([condition], [])}`;
}

function metTwice(replacement: OpenedReplacement, index: RefusingIndex): Sql {
  const keys = index.parts.map((_, place) => identifier(`k${place}`));
  const present = index.areNullsAlike ? [sql`true`] : keys.map((key) => sql`${key} is not null`);
  return sql`select "key of the row" as key from (
      select "key of the row", "row number",
        count(*) over (partition by ${joinSql(keys, ', ')}) as times
      from (${indexed(replacement, index)}) as indexed
      where ${joinSql(present, ' and ')}) as counted
    where times > 1 and "row number" is not null`;
}

function excluded(replacement: OpenedReplacement, index: RefusingIndex): Sql {
  const clashes = index.parts.map(({ operator }, place) => {
    const key = identifier(`k${place}`);
    return sql`one.${key} ${new Sql([operator ?? '='], [])} other.${key}`;
  });
  return sql`select one."key of the row" as key
    from (${indexed(replacement, index)}) as one
    where one."row number" is not null and exists (
      select from (${indexed(replacement, index)}) as other
      where other.place <> one.place and ${joinSql(clashes, ' and ')})`;
}
