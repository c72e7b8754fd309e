-- Dashboards that somebody began to make: what they chose so far, to be taken up on any computer.
create table dashboard_wizards (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  state jsonb not null,
  updated_at timestamptz not null default now()
);
create index dashboard_wizards_owner on dashboard_wizards (project_id, user_id, updated_at);
create index dashboard_wizards_user on dashboard_wizards (user_id);
