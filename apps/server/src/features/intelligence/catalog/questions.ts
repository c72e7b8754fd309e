import { rootOf } from '#platform/connectors/sql/catalog-questions.ts';
import { Sql, sql } from '#platform/db/sql.ts';

/**
 * What is asked of the catalogs: a handful of statements, whatever the number of tables. Every one is
 * limited; a database of more is looked at in part, and coverage says so.
 */
export const MOST_TABLES = 20_000;
const MOST_COLUMNS = 400_000;
const MOST_INDEXES = 100_000;

const own: Sql = sql`relation.relkind in ('r', 'p', 'm') and not relation.relispartition
  and relation.relpersistence <> 't'
  and space.nspname !~ '^pg_' and space.nspname <> 'information_schema'
  and pg_catalog.has_schema_privilege(space.oid, 'usage')
  and not exists (select from pg_catalog.pg_depend dependence where dependence.objid = relation.oid
    and dependence.classid = 'pg_catalog.pg_class'::regclass and dependence.deptype = 'e')`;

const chosen: Sql = sql`(select relation.oid from pg_catalog.pg_class relation
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  where ${own} order by space.nspname collate "C", relation.relname collate "C"
  limit ${MOST_TABLES})`;

export const askTables = sql`select relation.oid::int8, space.nspname, relation.relname,
    relation.relkind::text,
    case when relation.relkind = 'p' then (select sum(greatest(part.reltuples, 0))::int8
        from pg_catalog.pg_partition_tree(relation.oid) tree
        join pg_catalog.pg_class part on part.oid = tree.relid where tree.isleaf)
      when relation.reltuples >= 0 then relation.reltuples::int8 end,
    case when relation.relkind = 'p' then (select coalesce(sum(greatest(part.relpages, 0)), 0)::int8
        from pg_catalog.pg_partition_tree(relation.oid) tree
        join pg_catalog.pg_class part on part.oid = tree.relid where tree.isleaf)
      else relation.relpages end,
    pg_catalog.has_table_privilege(relation.oid, 'select'),
    relation.relrowsecurity,
    (select count(*) from pg_catalog.pg_policy policy where policy.polrelid = relation.oid),
    pg_catalog.has_schema_privilege('public', space.oid, 'usage'),
    (select string_agg(distinct acl.privilege_type, ',') from pg_catalog.aclexplode(relation.relacl) acl
      where acl.grantee = 0),
    coalesce(activity.seq_scan, 0) + coalesce(activity.idx_scan, 0), coalesce(activity.seq_scan, 0),
    coalesce(activity.n_tup_ins + activity.n_tup_upd + activity.n_tup_del, 0),
    coalesce(activity.n_tup_upd + activity.n_tup_del, 0),
    coalesce(activity.n_live_tup, 0), coalesce(activity.n_dead_tup, 0),
    (select coalesce(max(pg_catalog.age(kept.relfrozenxid)), 0) from pg_catalog.pg_class kept
      where kept.oid in (relation.oid, relation.reltoastrelid)
        and kept.relfrozenxid <> '0'::pg_catalog.xid)
  from pg_catalog.pg_class relation
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  left join pg_catalog.pg_stat_all_tables activity on activity.relid = relation.oid
  where ${own}
  order by space.nspname collate "C", relation.relname collate "C" limit ${MOST_TABLES}`;

export const askColumns = sql`select attribute.attrelid::int8, attribute.attnum, attribute.attname,
    pg_catalog.format_type(attribute.atttypid, attribute.atttypmod),
    pg_catalog.format_type(${new Sql([rootOf('type')], [])}, null),
    type.typcategory::text, attribute.attnotnull, attribute.attgenerated <> '',
    left(pg_catalog.col_description(attribute.attrelid, attribute.attnum), 200)
  from pg_catalog.pg_attribute attribute
  join pg_catalog.pg_type type on type.oid = attribute.atttypid
  where attribute.attrelid in ${chosen} and attribute.attnum > 0 and not attribute.attisdropped
  order by attribute.attrelid, attribute.attnum limit ${MOST_COLUMNS}`;

export const askViews = sql`select relation.oid::int8, space.nspname, relation.relname,
    attribute.attnum, attribute.attname,
    pg_catalog.format_type(attribute.atttypid, attribute.atttypmod)
  from pg_catalog.pg_class relation
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  join pg_catalog.pg_attribute attribute on attribute.attrelid = relation.oid
    and attribute.attnum > 0 and not attribute.attisdropped
  where relation.relkind in ('v', 'f') and relation.relpersistence <> 't'
    and space.nspname !~ '^pg_' and space.nspname <> 'information_schema'
    and pg_catalog.has_schema_privilege(space.oid, 'usage')
    and not exists (select from pg_catalog.pg_depend dependence where dependence.objid = relation.oid
      and dependence.classid = 'pg_catalog.pg_class'::regclass and dependence.deptype = 'e')
  order by relation.oid, attribute.attnum limit ${MOST_INDEXES}`;

// Whoever builds one concurrently holds this lock on its table, and everybody may see that.
export const askIndexes = sql`select index.indrelid::int8, index.indexrelid::int8, named.relname,
    index.indisunique, index.indisprimary, index.indisvalid,
    case when index.indisvalid then false else exists (select from pg_catalog.pg_locks lock
      where lock.relation = index.indrelid and lock.mode = 'ShareUpdateExclusiveLock'
        and lock.granted and lock.database = (select oid from pg_catalog.pg_database
          where datname = current_database())) end,
    index.indisreplident,
    exists (select from pg_catalog.pg_constraint rule where rule.conindid = index.indexrelid
      and rule.contype in ('p', 'u', 'x')),
    index.indkey::text, index.indnkeyatts, method.amname,
    concat_ws('/', index.indclass::text, index.indcollation::text, index.indoption::text),
    pg_catalog.pg_get_expr(index.indpred, index.indrelid),
    pg_catalog.pg_get_expr(index.indexprs, index.indrelid),
    named.relpages::int8 * current_setting('block_size')::int8,
    coalesce(activity.idx_scan, 0), pg_catalog.pg_get_indexdef(index.indexrelid)
  from pg_catalog.pg_index index
  join pg_catalog.pg_class named on named.oid = index.indexrelid
  join pg_catalog.pg_am method on method.oid = named.relam
  left join pg_catalog.pg_stat_all_indexes activity on activity.indexrelid = index.indexrelid
  where index.indrelid in ${chosen}
  order by index.indrelid, index.indexrelid limit ${MOST_INDEXES}`;

export const askConstraints = sql`select rule.conrelid::int8, rule.conname, rule.contype::text,
    array_to_string(rule.conkey, ' '), nullif(rule.confrelid, 0)::int8,
    array_to_string(rule.confkey, ' '), rule.convalidated
  from pg_catalog.pg_constraint rule
  where rule.conrelid in ${chosen} and rule.contype in ('p', 'u', 'f', 'c') and rule.conparentid = 0
  order by rule.conrelid, rule.oid limit ${MOST_INDEXES}`;

export const askSequences = sql`select dependence.refobjid::int8, dependence.refobjsubid,
    pg_catalog.format('%I.%I', space.nspname, relation.relname),
    case when pg_catalog.has_sequence_privilege(relation.oid, 'select')
      then pg_catalog.pg_sequence_last_value(relation.oid) end,
    counter.seqmax, counter.seqcycle, counter.seqincrement
  from pg_catalog.pg_sequence counter
  join pg_catalog.pg_class relation on relation.oid = counter.seqrelid
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  join pg_catalog.pg_depend dependence on dependence.objid = counter.seqrelid
    and dependence.classid = 'pg_catalog.pg_class'::regclass
    and dependence.refclassid = 'pg_catalog.pg_class'::regclass
    and dependence.deptype in ('a', 'i') and dependence.refobjsubid > 0
  where dependence.refobjid in ${chosen} limit ${MOST_INDEXES}`;

export const askTriggers = sql`select trigger.tgrelid::int8, trigger.tgname
  from pg_catalog.pg_trigger trigger
  where trigger.tgrelid in ${chosen} and not trigger.tgisinternal and trigger.tgenabled = 'D'
  limit ${MOST_INDEXES}`;

export const askServer = sql`select extract(epoch from now() - coalesce(
      (select stats_reset from pg_catalog.pg_stat_database where datname = current_database()),
      pg_catalog.pg_postmaster_start_time())) / 86400, session_user::text, current_database()::text,
    (select pg_catalog.age(datfrozenxid) from pg_catalog.pg_database
      where datname = current_database())`;
