import type { Question } from './dialect.ts';

const nameOf = (alias: string) =>
  `(select nspname from pg_catalog.pg_namespace where oid = ${alias}.relnamespace)`;

/** Everything about one relation that its columns do not tell, as one JSON text. */
export function relationStructure(oid: number): Question {
  return {
    text: `select json_build_object(
        'kind', relation.relkind,
        'isLogged', relation.relpersistence <> 'u',
        'size', case when relation.relkind in ('r', 'm', 'p') then json_build_object(
          'table', ${sizeOf('pg_relation_size')}, 'indexes', ${sizeOf('pg_indexes_size')},
          'total', ${sizeOf('pg_total_relation_size')}) end,
        'reads', (select json_build_object('whole', coalesce(seq_scan, 0),
            'byIndex', coalesce(idx_scan, 0), 'deadRows', coalesce(n_dead_tup, 0))
          from pg_catalog.pg_stat_user_tables where relid = relation.oid),
        'indexes', (${indexes}), 'constraints', (${constraints}), 'triggers', (${triggers}),
        'owner', pg_catalog.pg_get_userbyid(relation.relowner),
        'isOwn', pg_catalog.pg_has_role(relation.relowner, 'usage'),
        'hasRowSecurity', relation.relrowsecurity,
        'isSecurityForced', relation.relforcerowsecurity, 'policies', (${policies}),
        'grants', (${grants}),
        'partitionKey', case when relation.relkind = 'p'
          then pg_catalog.pg_get_partkeydef(relation.oid) end,
        'partitionOf', (select json_build_object('schema', ${nameOf('parent')},
            'name', parent.relname,
            'bound', pg_catalog.pg_get_expr(relation.relpartbound, relation.oid))
          from pg_catalog.pg_inherits inherit
          join pg_catalog.pg_class parent on parent.oid = inherit.inhparent
          where inherit.inhrelid = relation.oid and relation.relispartition),
        'partitions', (${partitions}), 'usedBy', (${usedBy}),
        'definition', case when relation.relkind in ('v', 'm')
          then pg_catalog.pg_get_viewdef(relation.oid, true) end,
        'server', (select server.srvname from pg_catalog.pg_foreign_table away
          join pg_catalog.pg_foreign_server server on server.oid = away.ftserver
          where away.ftrelid = relation.oid),
        'comments', (${columnComments}))
      from pg_catalog.pg_class relation where relation.oid = $1::int8::oid`,
    values: [oid],
  };
}

/** Of a partitioned table all its partitions together: by itself it has nothing. */
const sizeOf = (measure: string) => `case when relation.relkind = 'p'
  then (select coalesce(sum(pg_catalog.${measure}(part.relid)), 0)::int8
    from pg_catalog.pg_partition_tree(relation.oid) part where part.isleaf)
  else pg_catalog.${measure}(relation.oid) end`;

const indexes = `select coalesce(json_agg(json_build_object(
    'name', index.relname, 'definition', pg_catalog.pg_get_indexdef(entry.indexrelid),
    'isUnique', entry.indisunique, 'isPrimary', entry.indisprimary, 'isValid', entry.indisvalid,
    'sizeBytes', pg_catalog.pg_relation_size(entry.indexrelid),
    'scans', pg_catalog.pg_stat_get_numscans(entry.indexrelid),
    'isOfRule', exists (select from pg_catalog.pg_constraint where conindid = entry.indexrelid
      and conrelid = relation.oid)
  ) order by not entry.indisprimary, index.relname), '[]')
  from pg_catalog.pg_index entry
  join pg_catalog.pg_class index on index.oid = entry.indexrelid
  where entry.indrelid = relation.oid`;

const constraints = `select coalesce(json_agg(json_build_object(
    'name', rule.conname, 'type', rule.contype,
    'definition', pg_catalog.pg_get_constraintdef(rule.oid, true),
    'isInherited', rule.coninhcount > 0
  ) order by position(rule.contype::text in 'pufcx'), rule.conname), '[]')
  from pg_catalog.pg_constraint rule
  where rule.conrelid = relation.oid and rule.contype in ('p', 'u', 'f', 'c', 'x')`;

/** Before version 13 the database does not tell where a trigger came from. */
const triggers = `select coalesce(json_agg(json_build_object(
    'name', tgname, 'definition', pg_catalog.pg_get_triggerdef(oid, true),
    'isEnabled', tgenabled <> 'D',
    'isInherited', coalesce(to_jsonb(fired) ->> 'tgparentid', '0') <> '0') order by tgname), '[]')
  from pg_catalog.pg_trigger fired where tgrelid = relation.oid and not tgisinternal`;

const policies = `select coalesce(json_agg(json_build_object(
    'name', polname, 'isPermissive', polpermissive,
    'command', case polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE'
      when 'd' then 'DELETE' else 'ALL' end,
    'roles', (select json_agg(case when role = 0 then 'public'
        else pg_catalog.pg_get_userbyid(role)::text end) from unnest(polroles) as role),
    'using', pg_catalog.pg_get_expr(polqual, polrelid, true),
    'check', pg_catalog.pg_get_expr(polwithcheck, polrelid, true)) order by polname), '[]')
  from pg_catalog.pg_policy where polrelid = relation.oid`;

/** Where nothing was granted yet, the owner alone has rights, and the list is not written. */
const grants = `select coalesce(json_agg(json_build_object(
    'role', case when given.grantee = 0 then 'public'
      else pg_catalog.pg_get_userbyid(given.grantee)::text end,
    'privilege', given.privilege_type, 'column', given.attname,
    'mayGrant', given.is_grantable, 'grantor', pg_catalog.pg_get_userbyid(given.grantor)::text
  ) order by given.grantee <> relation.relowner, given.grantee = 0,
    pg_catalog.pg_get_userbyid(given.grantee), given.privilege_type, given.attnum), '[]')
  from (select entry.*, null::name as attname, null::int2 as attnum from pg_catalog.aclexplode(
      coalesce(relation.relacl, pg_catalog.acldefault('r', relation.relowner))) entry
    union all
    select entry.*, attname, attnum from pg_catalog.pg_attribute,
      pg_catalog.aclexplode(attacl) entry
    where attrelid = relation.oid and attnum > 0 and not attisdropped) given`;

/** More partitions than that nobody reads. */
const MOST_PARTITIONS = 500;

const partitions = `select coalesce(json_agg(json_build_object(
    'schema', part.space, 'name', part.relname, 'bound', part.bound, 'rowCount', part.tuples,
    'sizeBytes', part.bytes)), '[]')
  from (select ${nameOf('child')} as space, child.relname,
      pg_catalog.pg_get_expr(child.relpartbound, child.oid) as bound,
      case when child.reltuples >= 0 then child.reltuples::int8 end as tuples,
      pg_catalog.pg_total_relation_size(child.oid) as bytes
    from pg_catalog.pg_inherits inherit
    join pg_catalog.pg_class child on child.oid = inherit.inhrelid and child.relispartition
    where inherit.inhparent = relation.oid
    order by child.relname limit ${MOST_PARTITIONS}) as part`;

const USED_COLUMNS = `coalesce(array_agg(distinct used.attname::text)
  filter (where used.attname is not null), '{}')`;

/** Functions in text are known by their words only, so those that name it are told. */
const usedBy = `select coalesce(json_agg(json_build_object('schema', space, 'name', name,
    'kind', kind, 'columns', columns) order by kind, space, name), '[]')
  from (
    select ${nameOf('reader')} as space, reader.relname::text as name,
      case reader.relkind when 'm' then 'materialized view' else 'view' end as kind,
      ${USED_COLUMNS} as columns
    from pg_catalog.pg_depend depend
    join pg_catalog.pg_rewrite rule on rule.oid = depend.objid
      and depend.classid = 'pg_catalog.pg_rewrite'::regclass
    join pg_catalog.pg_class reader on reader.oid = rule.ev_class and reader.oid <> relation.oid
    left join pg_catalog.pg_attribute used on used.attrelid = relation.oid
      and used.attnum = depend.refobjsubid and used.attnum > 0
    where depend.refobjid = relation.oid
      and depend.refclassid = 'pg_catalog.pg_class'::regclass
    group by reader.oid, reader.relnamespace, reader.relname, reader.relkind
    union all
    select ${nameOf('other')}, other.relname::text, 'table', ${USED_COLUMNS}
    from pg_catalog.pg_constraint rule
    join pg_catalog.pg_class other on other.oid = rule.conrelid and other.oid <> relation.oid
    join pg_catalog.pg_attribute used on used.attrelid = relation.oid
      and used.attnum = any(rule.confkey)
    where rule.confrelid = relation.oid and rule.contype = 'f' and rule.conparentid = 0
    group by other.oid, other.relnamespace, other.relname
    union all
    (select distinct space.nspname, routine.proname::text, 'function', '{}'::text[]
    from pg_catalog.pg_proc routine
    join pg_catalog.pg_namespace space on space.oid = routine.pronamespace
    where space.nspname !~ '^pg_' and space.nspname <> 'information_schema'
      and length(relation.relname) > 2
      and strpos(lower(routine.prosrc), lower(relation.relname)) > 0
    order by 1, 2 limit 100)) as used`;

const columnComments = `select coalesce(json_agg(json_build_object('column', attname,
    'text', pg_catalog.col_description(attrelid, attnum)) order by attnum), '[]')
  from pg_catalog.pg_attribute where attrelid = relation.oid and attnum > 0
    and pg_catalog.col_description(attrelid, attnum) is not null`;

/**
 * What changes of a schema's tables can name, as one JSON text. Roles the database keeps for itself
 * are left out; those it offers for reading and writing everything are not.
 */
export function nameableIn(schema: string, most: number): Question {
  return {
    text: `select json_build_object(
        'roles', (select coalesce(json_agg(one), '[]') from (
          select rolname as name,
            coalesce(pg_catalog.has_schema_privilege(role.oid, space.oid, 'usage'), false)
              as "mayUseSchema"
          from pg_catalog.pg_roles role
          left join pg_catalog.pg_namespace space on space.nspname = $1
          where rolname !~ '^pg_' or rolname in ('pg_read_all_data', 'pg_write_all_data')
          order by rolname ~ '^pg_', rolname limit ${most}) one),
        'triggerFunctions', (select coalesce(json_agg(one), '[]') from (
          select space.nspname as schema, routine.proname as name
          from pg_catalog.pg_proc routine
          join pg_catalog.pg_namespace space on space.oid = routine.pronamespace
          where routine.prorettype = 'pg_catalog.trigger'::regtype
            and space.nspname not in ('pg_catalog', 'information_schema')
            and space.nspname !~ '^pg_temp'
            and pg_catalog.has_function_privilege(routine.oid, 'execute')
          order by space.nspname <> $1, space.nspname, routine.proname limit ${most}) one),
        'hasAuthUid', exists (select from pg_catalog.pg_proc routine
          join pg_catalog.pg_namespace space on space.oid = routine.pronamespace
          where space.nspname = 'auth' and routine.proname = 'uid' and routine.pronargs = 0))`,
    values: [schema],
  };
}

const notOfExtension = (catalog: string, alias: string) => `not exists (
  select from pg_catalog.pg_depend where classid = 'pg_catalog.${catalog}'::regclass
    and objid = ${alias}.oid and deptype = 'e')`;

/** Functions, sequences and types of a schema, as one JSON text; no row when there is no such schema. */
export function objectsOfSchema(schema: string, most: number): Question {
  return {
    text: `select json_build_object(
        'functions', (select coalesce(json_agg(one), '[]') from (
          select routine.proname as name, routine.prokind as kind,
            pg_catalog.pg_get_function_arguments(routine.oid) as arguments,
            coalesce(pg_catalog.pg_get_function_result(routine.oid), '') as result,
            (select lanname from pg_catalog.pg_language where oid = prolang) as language,
            case when routine.prokind <> 'a'
              then left(pg_catalog.pg_get_functiondef(routine.oid), 4000) end as definition
          from pg_catalog.pg_proc routine
          where routine.pronamespace = space.oid and ${notOfExtension('pg_proc', 'routine')}
          order by routine.proname, routine.oid limit ${most}) as one),
        'sequences', (select coalesce(json_agg(one), '[]') from (
          select line.relname as name, pg_catalog.format_type(rule.seqtypid, null) as type,
            case when pg_catalog.has_sequence_privilege(line.oid, 'select, usage')
              then pg_catalog.pg_sequence_last_value(line.oid)::text end as "lastValue",
            rule.seqincrement::text as increment, rule.seqmax::text as max,
            (select owner.relname || '.' || owned.attname from pg_catalog.pg_depend depend
              join pg_catalog.pg_class owner on owner.oid = depend.refobjid
              join pg_catalog.pg_attribute owned on owned.attrelid = depend.refobjid
                and owned.attnum = depend.refobjsubid
              where depend.objid = line.oid and depend.classid = 'pg_catalog.pg_class'::regclass
                and depend.deptype in ('a', 'i') and depend.refobjsubid > 0 limit 1) as "ownedBy"
          from pg_catalog.pg_class line
          join pg_catalog.pg_sequence rule on rule.seqrelid = line.oid
          where line.relnamespace = space.oid and ${notOfExtension('pg_class', 'line')}
          order by line.relname limit ${most}) as one),
        'types', (select coalesce(json_agg(one), '[]') from (
          select kind.typname as name, kind.typtype as kind, case kind.typtype
            when 'e' then (select string_agg(pg_catalog.quote_literal(enumlabel), ', '
              order by enumsortorder) from pg_catalog.pg_enum where enumtypid = kind.oid)
            when 'd' then concat_ws(' ', pg_catalog.format_type(kind.typbasetype, kind.typtypmod),
              case when kind.typnotnull then 'NOT NULL' end,
              (select string_agg(pg_catalog.pg_get_constraintdef(oid, true), ' ')
                from pg_catalog.pg_constraint where contypid = kind.oid and contype = 'c'))
            when 'c' then (select string_agg(attname || ' '
                || pg_catalog.format_type(atttypid, atttypmod), ', ' order by attnum)
              from pg_catalog.pg_attribute where attrelid = kind.typrelid and attnum > 0
                and not attisdropped)
            else (select pg_catalog.format_type(rngsubtype, null) from pg_catalog.pg_range
              where rngtypid = kind.oid) end as definition
          from pg_catalog.pg_type kind
          left join pg_catalog.pg_class made on made.oid = kind.typrelid
          where kind.typnamespace = space.oid and kind.typtype in ('e', 'd', 'c', 'r')
            and (kind.typtype <> 'c' or made.relkind = 'c')
            and ${notOfExtension('pg_type', 'kind')}
          order by kind.typname limit ${most}) as one))
      from pg_catalog.pg_namespace space where space.nspname = $1`,
    values: [schema],
  };
}
