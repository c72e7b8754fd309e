-- What became of tables since things of the project were written for them: kept as long as any of
-- those is broken by it. The name is the one they know the table by.
create table schema_drifts (
  connector_id uuid not null references connectors on delete cascade,
  project_id uuid not null references projects on delete cascade,
  schema_name text not null,
  table_name text not null,
  oid bigint not null,
  -- Where the table is now; null when it is gone.
  schema_now text,
  table_now text,
  changes jsonb not null,
  noticed_at timestamptz not null default now(),
  primary key (connector_id, schema_name, table_name)
);
create index schema_drifts_of_project on schema_drifts (project_id);

-- Views are remembered too, since queries name them, and never looked at.
alter table scanned_tables add column is_view boolean not null default false;

-- Of the whole structure, as it was when a watched database was last compared.
alter table scan_schedules add column structure text;
