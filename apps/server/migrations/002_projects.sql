create table projects (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  settings jsonb not null default '{}',
  sponsor_id uuid references users on delete set null,
  created_at timestamptz not null default now()
);

create table project_members (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  joined_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

-- Bound to one address, used once.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  email text not null,
  role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  token_hash bytea not null unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index invitations_project on invitations (project_id);

-- config holds what may be shown; secrets is one encrypted value bound to this row.
create table connectors (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  implementation text not null check (implementation in ('sql', 's3')),
  config jsonb not null,
  secrets text,
  secret_fields jsonb not null default '{}',
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index connectors_project on connectors (project_id);
