import { Failure } from '@causeway/contract/errors.ts';
import type { Replacement } from '@causeway/contract/replace.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { readColumn } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';

/** A column in which is replaced, and the SQL about it. Every statement uses these and no others. */
export type ReplacedColumn = {
  column: CatalogColumn;
  place: Sql;
  /** How often it is found in the value. */
  matches: Sql;
  isFound: Sql;
  /** The new value, of the column's own type. */
  after: Sql;
  /** The value with marks around what goes and what comes, as text. */
  marked: Sql;
};

/** Marks are characters that no text has: Unicode keeps them free for this. */
export const marks = { removed: '\uFDD0', inserted: '\uFDD1', end: '\uFDD2' };

export function planColumns(table: CatalogTable, replacement: Replacement): ReplacedColumn[] {
  const columns = replacement.columns
    ? replacement.columns.map((name) => readColumn(table, name))
    : table.columns.filter(isReplaceable);
  const wrong = columns.find((column) => !isReplaceable(column));
  if (wrong) {
    throw new Failure(
      'E_VALIDATION',
      `'${wrong.name}' is neither text, a list of texts nor JSON.`,
      {
        fields: [{ path: 'body.replacement.columns', message: `Not '${wrong.name}'` }],
      },
    );
  }
  if (columns.length === 0) throw new Failure('E_VALIDATION', 'The table has no text columns.');
  const search = searchOf(replacement);
  return columns.map((column) => planColumn(column, search));
}

export function isJson({ baseType }: CatalogColumn): boolean {
  return baseType === 'json' || baseType === 'jsonb';
}

/** A list of texts. */
function isList({ baseType }: CatalogColumn): boolean {
  return /^(text|character varying|character|citext)\[\]$/.test(baseType);
}

function isReplaceable(column: CatalogColumn): boolean {
  const holdsText = column.category === 'S' || isJson(column) || isList(column);
  return column.generated === null && holdsText;
}

type Search = { pattern: string; flags: string; text: string; marked: string };

/** What Postgres' own engine is given: plain text is a pattern that means only itself. */
function searchOf(replacement: Replacement): Search {
  const { find, replaceWith, isRegex, matchCase, wholeWord } = replacement;
  const core = isRegex ? find : find.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
  const pattern = wholeWord ? String.raw`(?<!\w)(?:${core})(?!\w)` : core;
  const text = isRegex ? replaceWith : replaceWith.replaceAll('\\', '\\\\');
  const marked = `${marks.removed}\\&${marks.inserted}${text}${marks.end}`;
  return { pattern, flags: matchCase ? 'g' : 'gi', text, marked };
}

function planColumn(column: CatalogColumn, search: Search): ReplacedColumn {
  const place = identifier(column.name);
  if (isJson(column)) return jsonColumn(column, place, search);
  return isList(column) ? listColumn(column, place, search) : textColumn(column, place, search);
}

function textColumn(
  column: CatalogColumn,
  place: Sql,
  { pattern, flags, text, marked }: Search,
): ReplacedColumn {
  const value = sql`${place}::text`;
  const replaced = (by: string) =>
    sql`regexp_replace(${value}, ${pattern}::text, ${by}::text, ${flags}::text)`;
  return {
    column,
    place,
    matches: sql`(select count(*) from regexp_matches(${value}, ${pattern}::text, ${flags}::text))`,
    isFound: isFound(value, { pattern, flags }),
    after: replaced(text),
    marked: replaced(marked),
  };
}

/** Item by item. Lists of lists, and those that count from elsewhere than 1, are left as they are. */
function listColumn(
  column: CatalogColumn,
  place: Sql,
  { pattern, flags, text, marked }: Search,
): ReplacedColumn {
  const replaced = (by: string) =>
    sql`(select array_agg(regexp_replace(item::text, ${pattern}::text, ${by}::text, ${flags}::text)
        order by number) from unnest(${place}) with ordinality as listed(item, number))`;
  return {
    column,
    place,
    matches: sql`(select coalesce(sum((select count(*)
        from regexp_matches(item::text, ${pattern}::text, ${flags}::text))), 0)::bigint
      from unnest(${place}) as item)`,
    isFound: sql`(array_ndims(${place}) = 1 and array_lower(${place}, 1) = 1
      and exists (select from unnest(${place}) as item
        where ${isFound(sql`item::text`, { pattern, flags })}))`,
    after: sql`${replaced(text)}::${new Sql([column.baseType], [])}`,
    marked: sql`${replaced(marked)}::text`,
  };
}

/** Only texts inside are looked at, keys and structure stay; `replaceInJson` has to be there. */
function jsonColumn(
  column: CatalogColumn,
  place: Sql,
  { pattern, flags, text, marked }: Search,
): ReplacedColumn {
  const texts =
    column.baseType === 'jsonb'
      ? sql`(select found #>> '{}' as inside
          from jsonb_path_query(${place}, 'strict $.** ? (@.type() == "string")') as found)`
      : sql`(select inside from pg_temp.causeway_texts(${place}) as inside)`;
  const replaced = (by: string) =>
    sql`pg_temp.causeway_replace(${place}, ${pattern}::text, ${by}::text, ${flags}::text)`;
  return {
    column,
    place,
    matches: sql`(select coalesce(sum((select count(*)
        from regexp_matches(inside, ${pattern}::text, ${flags}::text))), 0)::bigint
      from ${texts} as texts)`,
    isFound: sql`exists (select from ${texts} as texts
      where ${isFound(sql`inside`, { pattern, flags })})`,
    after: replaced(text),
    marked: sql`${replaced(marked)}::text`,
  };
}

function isFound(value: Sql, { pattern, flags }: { pattern: string; flags: string }): Sql {
  return flags.includes('i')
    ? sql`(${value} ~* ${pattern}::text)`
    : sql`(${value} ~ ${pattern}::text)`;
}

/** Rows in which it is found, whatever becomes of them. */
export function foundSql(columns: ReplacedColumn[]): Sql {
  return sql`(${joinSql(
    columns.map((one) => one.isFound),
    ' or ',
  )})`;
}

/** Rows that would be other than they are. */
export function changedSql(columns: ReplacedColumn[]): Sql {
  const parts = columns.map(({ place, isFound: found, after }) => {
    return sql`(${found} and ${place}::text is distinct from ${after}::text)`;
  });
  return sql`(${joinSql(parts, ' or ')})`;
}

/** Where it is not found, a value stays as it is, byte for byte. */
export function afterSql({ place, isFound: found, after }: ReplacedColumn): Sql {
  return sql`case when ${found} then ${after} else ${place} end`;
}

/**
 * Replaces in every text of a JSON value, and finds the texts of one that keeps keys twice. In the connection's temporary schema, so that it is nobody
 * else's and goes with the connection.
 */
export const replaceInJson = [
  `create function pg_temp.causeway_replace(doc jsonb, pattern text, by text, flags text)
   returns jsonb language plpgsql as $$ begin
     case jsonb_typeof(doc)
       when 'string' then
         return to_jsonb(regexp_replace(doc #>> '{}', pattern, by, flags));
       when 'array' then
         return (select coalesce(jsonb_agg(pg_temp.causeway_replace(item, pattern, by, flags)
           order by place), '[]') from jsonb_array_elements(doc) with ordinality as x(item, place));
       when 'object' then
         return (select coalesce(jsonb_object_agg(key,
           pg_temp.causeway_replace(value, pattern, by, flags)), '{}') from jsonb_each(doc));
       else return doc;
     end case;
   end $$`,
  // json keeps the order of its keys and those that are there twice.
  `create function pg_temp.causeway_texts(doc json) returns setof text language plpgsql as $$ begin
     case coalesce(json_typeof(doc), 'null')
       when 'string' then return next doc #>> '{}';
       when 'array' then return query
         select inside from json_array_elements(doc) as item, pg_temp.causeway_texts(item) as inside;
       when 'object' then return query
         select inside from json_each(doc) as pair, pg_temp.causeway_texts(pair.value) as inside;
       else null;
     end case;
   end $$`,
  `create function pg_temp.causeway_replace(doc json, pattern text, by text, flags text)
   returns json language plpgsql as $$ begin
     case json_typeof(doc)
       when 'string' then
         return to_json(regexp_replace(doc #>> '{}', pattern, by, flags));
       when 'array' then
         return (select ('[' || coalesce(string_agg(
             pg_temp.causeway_replace(item, pattern, by, flags)::text, ', ' order by place), '') || ']')::json
           from json_array_elements(doc) with ordinality as x(item, place));
       when 'object' then
         return (select ('{' || coalesce(string_agg(to_json(key)::text || ': ' ||
             pg_temp.causeway_replace(value, pattern, by, flags)::text, ', ' order by place), '') || '}')::json
           from json_each(doc) with ordinality as x(key, value, place));
       else return doc;
     end case;
   end $$`,
];
