import type { Question } from './dialect.ts';

/** What we ask Postgres about its tables. Counts and sizes of a list are the planner's, read nowhere else. */

/** Schemas that can be chosen, with the number of tables in each. */
export function schemasWithTables(): Question {
  return {
    text: `select namespace.nspname, count(relation.oid),
        namespace.nspname like 'pg\\_%' or namespace.nspname = 'information_schema'
      from pg_catalog.pg_namespace namespace
      left join pg_catalog.pg_class relation on relation.relnamespace = namespace.oid
        and relation.relkind in ('r', 'v', 'm', 'p', 'f') and not relation.relispartition
        and (pg_catalog.has_table_privilege(relation.oid, 'select')
          or pg_catalog.has_any_column_privilege(relation.oid, 'select'))
      where namespace.nspname !~ '^pg_(toast|temp)'
        and pg_catalog.has_schema_privilege(namespace.oid, 'usage')
      group by namespace.nspname
      order by namespace.nspname collate "C"`,
    values: [],
  };
}

/** Tables of all schemas people make, by name; a fingerprint of them changes when any comes or goes. */
export function relationsOfDatabase(most: number): Question {
  return {
    text: `select space.nspname, relation.relname, relation.relkind, relation.oid
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where ${isOwnRelation}
        and pg_catalog.has_schema_privilege(space.oid, 'usage')
        and (pg_catalog.has_table_privilege(relation.oid, 'select')
          or pg_catalog.has_any_column_privilege(relation.oid, 'select'))
      order by space.nspname collate "C", relation.relname collate "C" limit ${Math.trunc(most)}`,
    values: [],
  };
}

export function databaseFingerprint(): Question {
  return {
    text: `select concat_ws(' ', count(*), max(relation.oid::int8),
        sum(hashtext(relation.relname || relation.xmin::text)::int8),
        sum(hashtext(space.nspname || space.xmin::text)::int8))
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where ${isOwnRelation}`,
    values: [],
  };
}

const isOwnRelation = `relation.relkind in ('r', 'v', 'm', 'p', 'f') and not relation.relispartition
        and space.nspname !~ '^pg_' and space.nspname <> 'information_schema'`;

/** Every table of a schema by name, partitions left to their parents and counted with them. */
export function tablesInSchema(schema: string): Question {
  return {
    text: `with chosen as materialized (
        select oid, relname, relkind, reltuples, relpages from pg_catalog.pg_class relation
        where relnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1))
          and relkind in ('r', 'v', 'm', 'p', 'f') and not relispartition
          and (pg_catalog.has_table_privilege(oid, 'select')
            or pg_catalog.has_any_column_privilege(oid, 'select'))),
      partitions as (
        select chosen.oid, sum(greatest(part.reltuples, 0))::int8 as tuples,
          sum(part.relpages)::int8 as pages
        from chosen cross join lateral pg_catalog.pg_partition_tree(chosen.oid) tree
        join pg_catalog.pg_class part on part.oid = tree.relid and tree.isleaf
        where chosen.relkind = 'p' group by chosen.oid)
      select chosen.oid, chosen.relname, chosen.relkind,
        case when chosen.relkind = 'p' then partitions.tuples
          when chosen.reltuples >= 0 then chosen.reltuples::int8 end,
        (chosen.relpages + coalesce(partitions.pages, 0))::int8
          * current_setting('block_size')::int8,
        note.description
      from chosen
      left join partitions on partitions.oid = chosen.oid
      left join pg_catalog.pg_description note on note.objoid = chosen.oid
        and note.classoid = 'pg_catalog.pg_class'::regclass and note.objsubid = 0
      order by chosen.relname collate "C"`,
    values: [schema],
  };
}

/** One table with everything about it, as one JSON text; no row when there is none. */
export function tableDetails(schema: string, table: string): Question {
  return {
    text: `select json_build_object(
        'oid', relation.oid::int8, 'kind', relation.relkind,
        'timeZone', current_setting('TimeZone'),
        'description', pg_catalog.obj_description(relation.oid, 'pg_class'),
        'rowCount', case when relation.reltuples >= 0 then relation.reltuples::int8 end,
        'sizeBytes', case when relation.relkind in ('r', 'm', 'p')
          then pg_catalog.pg_total_relation_size(relation.oid) end,
        'updatable', pg_catalog.pg_relation_is_updatable(relation.oid, true),
        'hasRules', relation.relhasrules,
        'hasHeirs', relation.relhassubclass and exists (select from pg_catalog.pg_inherits heir
          where heir.inhparent = relation.oid),
        'hidesRows', pg_catalog.row_security_active(relation.oid),
        'isReadable', pg_catalog.has_table_privilege(relation.oid, 'select'),
        'columns', (${columnsOfRelation}),
        'constraints', (${constraintsOfRelation}),
        'referencedBy', (${referencesToRelation}),
        'indexes', (${indexesOfRelation}))
      from pg_catalog.pg_class relation
      where relation.relnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1))
        and relation.relname = $2 and relation.relkind in ('r', 'v', 'm', 'p', 'f')`,
    values: [schema, table],
  };
}

/** A type and, where it is a domain, all it is made of: a domain may be made of another one. */
const madeOf = (type: string) => `with recursive made as (
    select ${type}.oid, ${type}.typtype, ${type}.typbasetype, ${type}.typnotnull
    union all
    select below.oid, below.typtype, below.typbasetype, below.typnotnull
    from made join pg_catalog.pg_type below on below.oid = made.typbasetype and made.typtype = 'd')`;

/** What the values of a type really are. */
export const rootOf = (type: string) => `case when ${type}.typtype = 'd'
    then (${madeOf(type)} select oid from made where typtype <> 'd') else ${type}.oid end`;

const isNeverNull = (type: string) =>
  `(${type}.typtype = 'd' and exists (${madeOf(type)} select from made where typnotnull))`;

/** Since Postgres 18 rows from before such a rule may still be without a value. */
const isNotNullValid = `not exists (select from pg_catalog.pg_constraint rule
    where rule.conrelid = attribute.attrelid and rule.contype = 'n' and not rule.convalidated
      and rule.conkey = array[attribute.attnum])`;

const columnsOfRelation = `select coalesce(json_agg(json_build_object(
    'number', attribute.attnum, 'name', attribute.attname,
    'type', pg_catalog.format_type(attribute.atttypid, null),
    'exactType', pg_catalog.format_type(attribute.atttypid, attribute.atttypmod),
    'castType', pg_catalog.format_type(base.oid, -1), 'typeName', type.typname, 'baseType', pg_catalog.format_type(base.oid, null),
    'category', base.typcategory,
    'isNullable', not ((attribute.attnotnull and ${isNotNullValid}) or ${isNeverNull('type')}),
    'defaultValue', case when attribute.attgenerated = ''
      then pg_catalog.pg_get_expr(defaults.adbin, defaults.adrelid) end,
    'identity', attribute.attidentity, 'generated', attribute.attgenerated,
    'expression', case when attribute.attgenerated <> ''
      then pg_catalog.pg_get_expr(defaults.adbin, defaults.adrelid) end,
    'description', pg_catalog.col_description(attribute.attrelid, attribute.attnum),
    'enumValues', (select json_agg(label.enumlabel order by label.enumsortorder)
      from pg_catalog.pg_enum label where label.enumtypid in (base.oid, base.typelem))
  ) order by attribute.attnum), '[]')
  from pg_catalog.pg_attribute attribute
  join pg_catalog.pg_type type on type.oid = attribute.atttypid
  join pg_catalog.pg_type base on base.oid = ${rootOf('type')}
  left join pg_catalog.pg_attrdef defaults
    on defaults.adrelid = attribute.attrelid and defaults.adnum = attribute.attnum
  where attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
    and pg_catalog.has_column_privilege(relation.oid, attribute.attnum, 'select')`;

const namesOf = (
  relation: string,
  numbers: string,
) => `(select json_agg(named.attname order by place)
  from unnest(${numbers}) with ordinality as numbered(number, place)
  join pg_catalog.pg_attribute named on named.attrelid = ${relation} and named.attnum = number)`;

const referenceOf = (relation: string, numbers: string) => `json_build_object(
    'schema', (select nspname from pg_catalog.pg_namespace space where space.oid = other.relnamespace),
    'table', other.relname, 'columns', ${namesOf(relation, numbers)})`;

const constraintsOfRelation = `select coalesce(json_agg(json_build_object(
    'name', rule.conname, 'type', rule.contype, 'columns', ${namesOf('rule.conrelid', 'rule.conkey')},
    'deferrable', rule.condeferrable, 'onUpdate', rule.confupdtype, 'onDelete', rule.confdeltype,
    'definition', pg_catalog.pg_get_constraintdef(rule.oid),
    'references', case when rule.contype = 'f'
      then ${referenceOf('rule.confrelid', 'rule.confkey')} end
  ) order by rule.contype, rule.conname), '[]')
  from pg_catalog.pg_constraint rule
  left join pg_catalog.pg_class other on other.oid = rule.confrelid
  where rule.conrelid = relation.oid and rule.contype in ('p', 'u', 'f', 'c', 'x')`;

/** The table, and its partitions: what refers to one of those refers to rows of the table. */
const referredTo = `select relation.oid union
  select relid::oid from pg_catalog.pg_partition_tree(relation.oid)`;

/**
 * A foreign key has an entry for each partition on either side, below the one that was declared. Of those
 * on the side that refers, the topmost table is enough; on the other, it is the one nearest to the table.
 */
const isOwnReference = `not exists (with recursive above as (
      select parent.oid, parent.conparentid, parent.conrelid, parent.confrelid
      from pg_catalog.pg_constraint parent where parent.oid = rule.conparentid
      union all
      select parent.oid, parent.conparentid, parent.conrelid, parent.confrelid
      from above join pg_catalog.pg_constraint parent on parent.oid = above.conparentid)
    select from above
    where conrelid <> rule.conrelid or confrelid = any(array(${referredTo})))`;

const referencesToRelation = `select coalesce(json_agg(json_build_object(
    'name', rule.conname, 'columns', ${namesOf('rule.confrelid', 'rule.confkey')},
    'onUpdate', rule.confupdtype, 'onDelete', rule.confdeltype,
    'from', ${referenceOf('rule.conrelid', 'rule.conkey')}) order by rule.conname), '[]')
  from pg_catalog.pg_constraint rule
  join pg_catalog.pg_class other on other.oid = rule.conrelid
  where rule.confrelid = any(array(${referredTo})) and rule.contype = 'f' and ${isOwnReference}`;

/** What an index tells apart may be equal by the collation of its column: no key to find a row by. */
const isFinerThanEquality = `exists (
    select from unnest(entry.indcollation::oid[]) with ordinality as kept(collation_id, place)
    join pg_catalog.pg_attribute named
      on named.attrelid = entry.indrelid and named.attnum = entry.indkey[place::int - 1]
    join pg_catalog.pg_collation own
      on own.oid = named.attcollation and not own.collisdeterministic
    where kept.collation_id <> own.oid)`;

const indexesOfRelation = `select coalesce(json_agg(json_build_object(
    'name', index.relname, 'definition', pg_catalog.pg_get_indexdef(entry.indexrelid),
    'isUnique', entry.indisunique, 'isPrimary', entry.indisprimary, 'isValid', entry.indisvalid,
    'isPlain', entry.indpred is null and entry.indexprs is null and entry.indimmediate
      and not ${isFinerThanEquality},
    'isOfColumns', entry.indexprs is null,
    'columns', ${namesOf('entry.indrelid', '(entry.indkey::int2[])[0:entry.indnkeyatts - 1]')}
  ) order by index.relname), '[]')
  from pg_catalog.pg_index entry
  join pg_catalog.pg_class index on index.oid = entry.indexrelid
  where entry.indrelid = relation.oid`;

/** Every table that is not the system's own, in every schema. */
export function everyTable(): Question {
  return {
    text: `select space.nspname, relation.relname, relation.oid
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where relation.relkind in ('r', 'v', 'm', 'p', 'f') and not relation.relispartition
        and space.nspname !~ '^pg_' and space.nspname <> 'information_schema'
        and pg_catalog.has_table_privilege(relation.oid, 'select')
      order by space.nspname collate "C", relation.relname collate "C"`,
    values: [],
  };
}

export function tablesByNumber(oids: number[]): Question {
  return {
    text: `select space.nspname, relation.relname, relation.oid
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where relation.oid = any($1::oid[])`,
    values: [oids],
  };
}

export function columnsOfTables(oids: number[]): Question {
  return {
    text: `select attrelid, attname, attnum from pg_catalog.pg_attribute
      where attrelid = any($1::oid[]) and attnum > 0 and not attisdropped`,
    values: [oids],
  };
}

/**
 * The tables that names like `orders`, `sales.orders` or `orders.email` speak of, each with the
 * numbers of the columns they speak of.
 */
export function numbersOfNames(names: string[]): Question {
  return {
    text: `with named as materialized (
        select name from unnest($1::text[]) as name),
      tables as (
        select relation.oid, space.nspname, relation.relname,
          case when space.nspname = 'public' then relation.relname
            else space.nspname || '.' || relation.relname end as name
        from pg_catalog.pg_class relation
        join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
        where relation.relkind in ('r', 'v', 'm', 'p', 'f'))
      select tables.nspname, tables.relname, tables.oid,
        coalesce(json_object_agg(attribute.attname, attribute.attnum)
          filter (where attribute.attname is not null), '{}')
      from tables
      left join pg_catalog.pg_attribute attribute on attribute.attrelid = tables.oid
        and attribute.attnum > 0 and not attribute.attisdropped
        and tables.name || '.' || attribute.attname in (select name from named)
      where tables.name in (select name from named) or attribute.attname is not null
      group by tables.nspname, tables.relname, tables.oid
      order by tables.nspname, tables.relname`,
    values: [names],
  };
}

/**
 * Texts that change when tables of a schema come, go or are renamed, and when anything about one
 * table changes: rows of the catalog carry the transaction that wrote them.
 */
export function schemaFingerprint(schema: string): Question {
  return {
    text: `select concat_ws(' ', count(*), max(oid::int8), sum(hashtext(relname || xmin::text)::int8))
      from pg_catalog.pg_class
      where relnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1))
        and relkind in ('r', 'v', 'm', 'p', 'f')`,
    values: [schema],
  };
}

export function tableFingerprint(schema: string, table: string): Question {
  const written = (catalog: string, column: string) =>
    `(select concat(count(*), '/', max(xmin::text::int8)) from pg_catalog.${catalog}
      where ${column} = relation.oid)`;
  return {
    text: `select concat_ws(' ', relation.oid, relation.xmin, ${written('pg_attribute', 'attrelid')},
        ${written('pg_attrdef', 'adrelid')}, ${written('pg_constraint', 'conrelid')},
        ${written('pg_index', 'indrelid')}, ${written('pg_description', 'objoid')})
      from pg_catalog.pg_class relation
      where relation.relnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1))
        and relation.relname = $2`,
    values: [schema, table],
  };
}
