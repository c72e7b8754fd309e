/** The words Postgres uses for what we ask: dialect apart from wire. */
export type Question = { text: string; values: unknown[] };

/** How many tables each schema has that people made, the fullest first; partitions count with their parents. */
export function tablesBySchema(): Question {
  return {
    text: `select namespace.nspname as name, count(*)::int as tables
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace namespace on namespace.oid = relation.relnamespace
      where namespace.nspname !~ '^pg_' and namespace.nspname <> 'information_schema'
        and relation.relkind in ('r', 'v', 'm', 'p', 'f') and not relation.relispartition
        and pg_catalog.has_schema_privilege(namespace.oid, 'usage')
        and pg_catalog.has_table_privilege(relation.oid, 'select')
      group by 1 order by 2 desc, 1`,
    values: [],
  };
}

/**
 * What a role may do, in one row of booleans and lists; null means the one that is connected. What it
 * is a member of counts as its own, however indirectly and whether inherited or not: SET ROLE is one
 * statement away.
 */
export function powersOfRole(name: string | null = null): Question {
  return {
    text: `with asked as (
        select oid, rolname, rolsuper from pg_catalog.pg_roles where rolname = coalesce($1, current_user)),
      held as (
        select role.* from pg_catalog.pg_roles role, asked
        where pg_catalog.pg_has_role(asked.oid, role.oid, 'member'))
      select asked.rolname as role, bool_or(held.rolsuper)::text as superuser,
        bool_or(held.rolcreaterole)::text as creates_roles,
        (bool_or(held.rolcreaterole) and current_setting('server_version_num')::int < 160000)::text
          as gives_itself_roles,
        bool_or(held.rolcreatedb)::text as creates_databases,
        bool_or(held.rolbypassrls)::text as bypasses_row_security,
        bool_or(held.rolreplication)::text as replicates,
        bool_or(held.rolname = 'pg_read_server_files')::text as reads_files,
        bool_or(held.rolname = 'pg_write_server_files')::text as writes_files,
        bool_or(held.rolname = 'pg_execute_server_program')::text as runs_programs,
        (select string_agg(rolname, ', ' order by rolname) from held
          where not asked.rolsuper and rolname <> asked.rolname and (rolsuper or rolcreaterole or rolreplication
            or rolbypassrls or rolname in ('pg_read_server_files', 'pg_write_server_files',
              'pg_execute_server_program'))) as by_membership,
        (select count(*) from pg_catalog.pg_class relation
          join pg_catalog.pg_namespace namespace on namespace.oid = relation.relnamespace
          where relation.relkind in ('r', 'p') and namespace.nspname not like 'pg\\_%'
            and namespace.nspname <> 'information_schema'
            and pg_catalog.has_table_privilege(asked.oid, relation.oid,
              'insert, update, delete, truncate')
        )::text as writable_tables,
        (select string_agg(extname, ', ' order by extname) from pg_catalog.pg_extension
          where extname in ('dblink', 'postgres_fdw', 'file_fdw', 'adminpack', 'plpython3u',
            'plperlu', 'pltclu', 'lo')) as extensions,
        pg_catalog.pg_has_role(session_user, asked.oid,
          case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end
        )::text as may_be_set
      from asked, held group by asked.oid, asked.rolname, asked.rolsuper`,
    values: [name],
  };
}

/** Schemas people keep tables in, and who made the tables there. */
export function ownSchemas(): Question {
  return {
    text: `select namespace.nspname, owner.rolname
      from pg_catalog.pg_namespace namespace
      left join pg_catalog.pg_class relation on relation.relnamespace = namespace.oid
        and relation.relkind in ('r', 'v', 'm', 'p', 'f')
      join pg_catalog.pg_roles owner
        on owner.oid = coalesce(relation.relowner, namespace.nspowner)
      where namespace.nspname !~ '^pg_' and namespace.nspname <> 'information_schema'
      group by namespace.nspname, owner.rolname
      order by namespace.nspname, owner.rolname`,
    values: [],
  };
}
