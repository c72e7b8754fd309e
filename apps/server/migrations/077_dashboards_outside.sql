-- Who holds the token of a link sees the dashboard, by the rights of who made it.
create table dashboard_links (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  dashboard_id uuid not null references dashboards on delete cascade,
  author_id uuid not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  password_hash text,
  released jsonb not null,
  locked jsonb not null,
  allows_free_values boolean not null,
  expires_at timestamptz not null,
  opens integer not null default 0,
  last_opened_at timestamptz,
  created_at timestamptz not null default now()
);
create index dashboard_links_dashboard on dashboard_links (dashboard_id);
create index dashboard_links_project on dashboard_links (project_id);
create index dashboard_links_author on dashboard_links (author_id);

-- Outside the versions of a dashboard: what was said stays when tiles are moved or restored.
create table tile_comments (
  id uuid primary key default gen_random_uuid(),
  dashboard_id uuid not null references dashboards on delete cascade,
  tile_id uuid not null,
  author_id uuid references users on delete set null,
  text text not null,
  mentions uuid[] not null,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references users on delete set null
);
create index tile_comments_dashboard on tile_comments (dashboard_id, created_at);
create index tile_comments_author on tile_comments (author_id);
create index tile_comments_resolver on tile_comments (resolved_by);
