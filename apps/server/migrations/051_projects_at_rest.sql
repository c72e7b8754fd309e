-- What a project is about, in the languages its people read.
alter table projects add column description jsonb not null default '{}';

-- A deleted project rests until it is erased. Its members are kept here meanwhile: to everybody and
-- everything that asks for a membership it is gone at once, and restoring it brings all of them back.
create table resting_projects (
  project_id uuid primary key references projects on delete cascade,
  deleted_by uuid references users on delete set null,
  deleted_at timestamptz not null default now(),
  erase_at timestamptz not null
);
create index resting_projects_end on resting_projects (erase_at);

create table resting_members (
  project_id uuid not null references resting_projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null,
  joined_at timestamptz not null,
  primary key (project_id, user_id)
);
create index resting_members_user on resting_members (user_id);

-- A project is handed on only to who wants it.
create table project_offers (
  project_id uuid primary key references projects on delete cascade,
  from_id uuid not null references users on delete cascade,
  to_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- The log is looked through by person and by act.
create index audit_log_actor on audit_log (project_id, actor_id, id desc);
create index audit_log_action on audit_log (project_id, action, id desc);
