import type { Question } from './dialect.ts';

/** What is asked about a schema to draw it. */

/** Foreign keys by numbers: names are asked for what is drawn. */
const references = `select rule.conname, rule.conrelid, rule.confrelid,
    array_to_json(rule.conkey), array_to_json(rule.confkey),
    exists (select from pg_catalog.pg_index entry
      where entry.indrelid = rule.conrelid and entry.indisunique and entry.indpred is null
        and (entry.indkey::int2[])[0:entry.indnkeyatts - 1] <@ rule.conkey)
  from pg_catalog.pg_constraint rule
  join pg_catalog.pg_class source on source.oid = rule.conrelid
  join pg_catalog.pg_class target on target.oid = rule.confrelid
  where rule.contype = 'f' and rule.conparentid = 0 and not source.relispartition`;
const byName = `order by rule.conname collate "C", rule.oid`;

/** That begin or end in a schema. */
export function referencesOfSchema(schema: string): Question {
  const here = 'pg_catalog.to_regnamespace(pg_catalog.quote_ident($1))';
  return {
    text: `${references} and (source.relnamespace = ${here} or target.relnamespace = ${here}) ${byName}`,
    values: [schema],
  };
}

/** That begin or end at a table. */
export function referencesOfTable(oid: number): Question {
  return {
    text: `${references} and (rule.conrelid = $1::oid or rule.confrelid = $1::oid) ${byName}`,
    values: [oid],
  };
}

/** That begin and end among some tables. */
export function referencesAmong(oids: number[]): Question {
  return {
    text: `${references} and rule.conrelid = any($1::oid[]) and rule.confrelid = any($1::oid[]) ${byName}`,
    values: [oids],
  };
}

/** Tables by number, with names and kinds: those of other schemas are drawn where a reference leads there. */
export function tablesToDraw(oids: number[]): Question {
  return {
    text: `select relation.oid, space.nspname, relation.relname, relation.relkind,
        (select coalesce(json_agg(json_build_object(
            'number', attribute.attnum, 'name', attribute.attname,
            'type', pg_catalog.format_type(attribute.atttypid, attribute.atttypmod),
            'isNullable', not attribute.attnotnull,
            'isKey', coalesce(attribute.attnum = any(entry.indkey), false)
          ) order by attribute.attnum), '[]')
          from pg_catalog.pg_attribute attribute
          left join pg_catalog.pg_index entry
            on entry.indrelid = attribute.attrelid and entry.indisprimary
          where attribute.attrelid = relation.oid and attribute.attnum > 0
            and not attribute.attisdropped
            and pg_catalog.has_column_privilege(relation.oid, attribute.attnum, 'select'))
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where relation.oid = any($1::oid[])
        and (pg_catalog.has_table_privilege(relation.oid, 'select')
          or pg_catalog.has_any_column_privilege(relation.oid, 'select'))
      order by space.nspname collate "C", relation.relname collate "C"`,
    values: [oids],
  };
}
