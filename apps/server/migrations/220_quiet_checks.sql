-- Checks that a project dismissed too often as not useful. Who hears one again begins to count anew.
create table quiet_checks (
  project_id uuid not null references projects on delete cascade,
  check_name text not null,
  is_quiet boolean not null,
  changed_at timestamptz not null default now(),
  changed_by uuid references users on delete set null,
  primary key (project_id, check_name)
);
create index quiet_checks_changed_by on quiet_checks (changed_by);

-- Days of a series that nobody wants to hear of, in one direction: fewer rows are usual in summer, say.
create table muted_series (
  connector_id uuid not null references connectors on delete cascade,
  project_id uuid not null references projects on delete cascade,
  schema_name text not null,
  table_name text not null,
  measure text not null,
  direction text not null,
  muted_by uuid references users on delete set null,
  muted_at timestamptz not null default now(),
  primary key (connector_id, schema_name, table_name, measure, direction)
);
create index muted_series_of_project on muted_series (project_id);
create index muted_series_muted_by on muted_series (muted_by);

-- When people were told of it by its sentence: so many a day, and the rest is counted.
alter table findings add column told_at timestamptz;
