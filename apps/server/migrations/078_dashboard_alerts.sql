-- Watches what a tile shows, by the rights of who made it. Whoever takes a check moves
-- `next_check_at` on first: a slot is checked once on any number of instances, a missed one skipped.
create table dashboard_alerts (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  dashboard_id uuid not null references dashboards on delete cascade,
  tile_id uuid not null,
  author_id uuid not null references users on delete cascade,
  name text not null,
  condition jsonb not null,
  every_minutes integer not null,
  times integer not null,
  when_empty text not null,
  asked jsonb not null,
  state text not null default 'ok',
  since timestamptz not null default now(),
  -- Checks in a row that spoke for the other state, and that failed.
  streak integer not null default 0,
  failures integer not null default 0,
  -- Keys of the rows that were there; null before the first check.
  memory jsonb,
  -- Rises with every change of state: what was told is told by it.
  transition integer not null default 0,
  -- It fired while nobody wanted to hear of it.
  is_untold boolean not null default false,
  is_held boolean not null default false,
  snoozed_until timestamptz,
  next_check_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index dashboard_alerts_dashboard on dashboard_alerts (dashboard_id);
create index dashboard_alerts_project on dashboard_alerts (project_id);
create index dashboard_alerts_author on dashboard_alerts (author_id);
create index dashboard_alerts_due on dashboard_alerts (next_check_at) where not is_held;

create table dashboard_alert_checks (
  alert_id uuid not null references dashboard_alerts on delete cascade,
  checked_at timestamptz not null default clock_timestamp(),
  outcome text not null,
  value text,
  error text,
  primary key (alert_id, checked_at)
);
