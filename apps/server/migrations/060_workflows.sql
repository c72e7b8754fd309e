-- A workflow: its draft, which saves itself, and which of its published versions runs.
create table workflows (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  description text not null default '',
  -- json and not jsonb: kept as it was drawn, and never looked into by SQL.
  draft json not null,
  samples json not null default '{}',
  -- Rises with every save, so that two editors do not overwrite each other.
  draft_version integer not null default 1,
  -- The published version that runs; null before the first.
  version integer,
  has_changes boolean not null default true,
  is_enabled boolean not null default false,
  -- On whose behalf it runs.
  published_by uuid references users on delete set null,
  author_id uuid references users on delete set null,
  -- Who knows it can call the webhook.
  hook_token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index workflows_project on workflows (project_id);
create index workflows_publisher on workflows (published_by);
create index workflows_author on workflows (author_id);
create index workflows_deleted on workflows (deleted_at) where deleted_at is not null;

create table workflow_versions (
  workflow_id uuid not null references workflows on delete cascade,
  version integer not null,
  definition json not null,
  note text not null default '',
  published_by uuid references users on delete set null,
  published_at timestamptz not null default now(),
  primary key (workflow_id, version)
);
create index workflow_versions_publisher on workflow_versions (published_by);

-- What lets workflows in elsewhere. The value is sealed and bound to its row.
create table credentials (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  kind text not null check (kind in ('bearer', 'basic', 'header', 'secret')),
  hosts text[] not null,
  value text not null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index credentials_project on credentials (project_id);
create index credentials_creator on credentials (created_by);
