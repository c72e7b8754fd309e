-- Conversations with the assistant. A thread belongs to who began it and is shared where they say so.
create table assistant_threads (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  owner_id uuid not null references users on delete cascade,
  connector_id uuid references connectors on delete set null,
  title text not null default '',
  level text not null,
  is_shared boolean not null default false,
  -- The end of the branch that is shown.
  leaf_id uuid,
  -- What was read here that others wrote: cells, comments, files.
  sources text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index assistant_threads_owner on assistant_threads (owner_id, project_id, updated_at desc);
create index assistant_threads_shared on assistant_threads (project_id, updated_at desc) where is_shared;
create index assistant_threads_connector on assistant_threads (connector_id);

-- A question, or an answer. An answer is
-- running: the process named makes it
-- done, waiting (for an approval), stopped, failed, interrupted: settled, with what was written so far
create table assistant_messages (
  id uuid primary key,
  thread_id uuid not null references assistant_threads on delete cascade,
  -- An edited question has the same parent as the one it replaces.
  parent_id uuid references assistant_messages on delete cascade,
  role text not null check (role in ('person', 'assistant')),
  parts jsonb not null default '[]',
  state text not null default 'done',
  model text,
  mentions jsonb not null default '[]',
  language text not null default 'en',
  usage jsonb,
  feedback text check (feedback in ('good', 'bad')),
  process_id uuid,
  stop_asked boolean not null default false,
  -- Somebody on another instance watches until then, and is told of new chunks.
  watched_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz
);
create index assistant_messages_thread on assistant_messages (thread_id, created_at);
create index assistant_messages_parent on assistant_messages (parent_id);
create unique index assistant_messages_running on assistant_messages (thread_id) where state = 'running';
create index assistant_messages_process on assistant_messages (process_id) where state = 'running';

-- Events of answers that are being made, for who watches on another instance or comes back.
create table assistant_chunks (
  message_id uuid not null references assistant_messages on delete cascade,
  from_seq int not null,
  to_seq int not null,
  events jsonb not null,
  primary key (message_id, from_seq)
);

-- What the assistant, or a client behind a key, wants to have done. Approved, exactly this input is
-- performed, once: asked → approved → done or failed; asked → denied, expired or withdrawn.
create table assistant_proposals (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  thread_id uuid references assistant_threads on delete cascade,
  message_id uuid references assistant_messages on delete cascade,
  key_id uuid references api_keys on delete cascade,
  tool text not null,
  input jsonb not null,
  -- Of key, tool and input: the same call within a day is the same proposal.
  hash text not null,
  sources text[] not null default '{}',
  state text not null default 'asked',
  outcome jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  decided_by uuid references users on delete set null,
  decided_at timestamptz
);
create index assistant_proposals_thread on assistant_proposals (thread_id);
create index assistant_proposals_message on assistant_proposals (message_id);
create index assistant_proposals_key on assistant_proposals (key_id, hash);
create index assistant_proposals_project on assistant_proposals (project_id);
create index assistant_proposals_user on assistant_proposals (user_id);
create index assistant_proposals_decided_by on assistant_proposals (decided_by);

-- The model of a project; without one the operator's answers, else the built-in assistant. The key is
-- sealed. `level` is the most that any model is shown here.
create table assistant_settings (
  -- Of the project.
  id uuid primary key references projects on delete cascade,
  level text not null default 'full',
  provider text,
  base_url text,
  model text,
  api_key text,
  tested jsonb,
  updated_at timestamptz not null default now()
);
