-- Deleted ones can be brought back for a while.
create table dashboards (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  description text not null,
  version integer not null default 1,
  author_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index dashboards_project on dashboards (project_id);
create index dashboards_author on dashboards (author_id);
create index dashboards_deleted on dashboards (deleted_at) where deleted_at is not null;

-- A tile names its query and outlives it, to tell that it is gone. Its id is chosen by who makes it,
-- so it only counts within its dashboard.
create table dashboard_tiles (
  dashboard_id uuid not null references dashboards on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('number', 'chart', 'table', 'text')),
  title text not null,
  query_id uuid references queries on delete set null,
  -- What only its kind has: a chart, values of parameters, a text.
  settings jsonb not null,
  x integer not null,
  y integer not null,
  w integer not null,
  h integer not null,
  primary key (dashboard_id, id)
);
create index dashboard_tiles_query on dashboard_tiles (query_id) where query_id is not null;
