-- By which names tables were opened, with the numbers the database knew them and their columns by: an
-- old address finds what it meant, whatever that is called now. Numbers are those of one database.
create table opened_tables (
  connector_id uuid not null references connectors on delete cascade,
  database_place text not null,
  schema_name text not null,
  table_name text not null,
  table_oid bigint not null,
  column_numbers jsonb not null,
  primary key (connector_id, schema_name, table_name)
);
create index opened_tables_number on opened_tables (connector_id, table_oid);
