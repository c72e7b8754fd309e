/** The words Postgres uses for what we ask: dialect apart from wire. */
export type Question = { text: string; values: unknown[] };

/** Tables, views and partitioned tables of a schema, without partitions, by name. */
export function tablesOf(schema: string, limit: number): Question {
  return {
    text: `select relation.relname
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace namespace on namespace.oid = relation.relnamespace
      where namespace.nspname = $1 and relation.relkind in ('r', 'v', 'm', 'p', 'f')
        and not relation.relispartition
        and pg_catalog.has_table_privilege(relation.oid, 'select')
      order by relation.relname collate "C" limit $2`,
    values: [schema, limit],
  };
}

/** What the connected role may do, in one row of booleans and lists. */
export function powersOfRole(): Question {
  return {
    text: `select current_user as role, role.rolsuper::text as superuser,
        role.rolcreaterole::text as creates_roles, role.rolcreatedb::text as creates_databases,
        role.rolbypassrls::text as bypasses_row_security, role.rolreplication::text as replicates,
        pg_has_role(current_user, 'pg_read_server_files', 'member')::text as reads_files,
        pg_has_role(current_user, 'pg_write_server_files', 'member')::text as writes_files,
        pg_has_role(current_user, 'pg_execute_server_program', 'member')::text as runs_programs,
        (select count(*) from pg_class relation
          join pg_namespace namespace on namespace.oid = relation.relnamespace
          where relation.relkind in ('r', 'p') and namespace.nspname not like 'pg\\_%'
            and namespace.nspname <> 'information_schema'
            and has_table_privilege(relation.oid, 'insert, update, delete, truncate')
        )::text as writable_tables,
        (select string_agg(extname, ', ' order by extname) from pg_extension
          where extname in ('dblink', 'postgres_fdw', 'file_fdw', 'adminpack', 'plpython3u',
            'plperlu', 'pltclu', 'lo')) as extensions
      from pg_roles role where role.rolname = current_user`,
    values: [],
  };
}
