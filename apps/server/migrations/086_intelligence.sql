-- One look at a database. Its tables are looked at in the order of `queue`, from `position` on: what
-- was lost with a process is gone on with at its table. `spent_ms` is the time the database worked.
create table scans (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  started_by uuid references users on delete set null,
  cause text not null,
  -- Null: all of them. Otherwise those of an import.
  only_tables jsonb,
  state text not null default 'queued',
  queue jsonb,
  position integer not null default 0,
  tables integer not null default 0,
  looked integer not null default 0,
  unreadable integer not null default 0,
  left_out integer not null default 0,
  found integer not null default 0,
  spent_ms bigint not null default 0,
  error jsonb,
  queued_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index scans_one_at_a_time on scans (connector_id) where state in ('queued', 'running');
create index scans_of_connector on scans (connector_id, queued_at desc);
create index scans_of_project on scans (project_id);

-- Tables as the last look found them: what is looked at next, and what changed since.
create table scanned_tables (
  connector_id uuid not null references connectors on delete cascade,
  project_id uuid not null references projects on delete cascade,
  schema_name text not null,
  table_name text not null,
  oid bigint not null,
  -- By number, so that a rename is one: [{number, name, type}]
  columns jsonb not null,
  is_readable boolean not null,
  changes bigint not null default 0,
  uses bigint not null default 0,
  seen_at timestamptz not null default now(),
  looked_at timestamptz,
  primary key (connector_id, schema_name, table_name)
);
create index scanned_tables_of_project on scanned_tables (project_id);

-- The latest look of a week; twelve weeks are kept.
create table table_profiles (
  connector_id uuid not null references connectors on delete cascade,
  project_id uuid not null references projects on delete cascade,
  schema_name text not null,
  table_name text not null,
  week date not null,
  taken_at timestamptz not null default now(),
  rows bigint,
  sampled bigint not null,
  columns jsonb not null,
  primary key (connector_id, schema_name, table_name, week)
);
create index table_profiles_of_project on table_profiles (project_id);

create table findings (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  check_name text not null,
  severity text not null,
  -- critical 0 … info 3
  gravity smallint not null,
  state text not null default 'open',
  schema_name text,
  table_name text,
  columns text[] not null default '{}',
  -- By object numbers, and by names for a database that was restored elsewhere.
  fingerprint text not null,
  name_print text not null,
  facts jsonb not null,
  size double precision not null default 0,
  sql text,
  chart jsonb,
  uses jsonb not null default '[]',
  fix jsonb,
  reason text,
  note text,
  dismissed_size double precision,
  is_worse boolean not null default false,
  snoozed_until timestamptz,
  assignee_id uuid references users on delete set null,
  changed_by uuid references users on delete set null,
  changed_at timestamptz,
  clean_looks integer not null default 0,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  last_scan_id uuid,
  unique (connector_id, fingerprint)
);
create index findings_of_project on findings (project_id, state, gravity, first_seen_at desc);
create index findings_of_table on findings (connector_id, schema_name, table_name);
create index findings_by_name on findings (connector_id, name_print);
create index findings_assignee on findings (assignee_id);
create index findings_changed_by on findings (changed_by);

-- Nothing runs without its preview: what is applied is a row of this table, by who saw it, once.
create table finding_fixes (
  id uuid primary key default gen_random_uuid(),
  finding_id uuid not null references findings on delete cascade,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  statement text not null,
  undo text,
  preview jsonb not null,
  expires_at timestamptz not null,
  applied_at timestamptz,
  change_set_id uuid,
  undone_at timestamptz,
  created_at timestamptz not null default now()
);
create index finding_fixes_of_finding on finding_fixes (finding_id, created_at desc);
create index finding_fixes_of_project on finding_fixes (project_id);
create index finding_fixes_of_person on finding_fixes (user_id);

-- Who wants a database looked at every morning, and in whose name.
create table scan_schedules (
  connector_id uuid primary key references connectors on delete cascade,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  next_at timestamptz not null
);
create index scan_schedules_due on scan_schedules (next_at);
create index scan_schedules_of_project on scan_schedules (project_id);
create index scan_schedules_of_person on scan_schedules (user_id);
