-- One query object for everything that runs a query by its name. Deleted ones can be brought back
-- for a while.
create table queries (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  name text not null,
  folder text not null,
  description text not null,
  sql text not null,
  parameters jsonb not null,
  shared boolean not null,
  owner_id uuid references users on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index queries_connector on queries (connector_id);
create index queries_project on queries (project_id);
create index queries_owner on queries (owner_id);

-- What a query was, the current version included.
create table query_versions (
  query_id uuid not null references queries on delete cascade,
  version integer not null,
  name text not null,
  sql text not null,
  author_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (query_id, version)
);
create index query_versions_author on query_versions (author_id);

-- Tabs of the editor, each its owner's alone. A closed one can be opened again.
create table editor_tabs (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  title text not null,
  sql text not null,
  query_id uuid references queries on delete set null,
  position double precision not null,
  row_limit integer not null,
  read_only boolean not null,
  parameters jsonb not null,
  revision bigint not null,
  updated_at timestamptz not null default now(),
  closed_at timestamptz
);
create index editor_tabs_owner on editor_tabs (user_id, connector_id);
create index editor_tabs_connector on editor_tabs (connector_id);
create index editor_tabs_query on editor_tabs (query_id);

-- Statements that were run. With a snapshot's name the result is kept for good, else its pages go
-- after a while; that it was run is told longer.
create table query_runs (
  id uuid primary key,
  user_id uuid references users on delete set null,
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  sql text not null,
  query_id uuid references queries on delete set null,
  status text not null check (status in ('done', 'failed', 'cancelled')),
  command text not null default '',
  row_count bigint not null default 0,
  loaded_rows integer not null default 0,
  has_more boolean not null default false,
  fields jsonb not null default '[]',
  source jsonb,
  error text,
  milliseconds double precision not null default 0,
  started_at timestamptz not null default clock_timestamp(),
  in_history boolean not null default true,
  snapshot_name text,
  shared boolean not null default false
);
create index query_runs_history on query_runs (user_id, connector_id, started_at desc, id desc);
create index query_runs_connector on query_runs (connector_id);
create index query_runs_project on query_runs (project_id);
create index query_runs_query on query_runs (query_id) where query_id is not null;
create index query_runs_snapshots on query_runs (connector_id) where snapshot_name is not null;
create index query_runs_age on query_runs (started_at) where snapshot_name is null;

-- Rows of a result as the JSON text of a list, page by page.
create table query_run_pages (
  run_id uuid not null references query_runs on delete cascade,
  page integer not null,
  rows text not null,
  created_at timestamptz not null default now(),
  primary key (run_id, page)
);
create index query_run_pages_age on query_run_pages (created_at);
