-- What a step waited for has come: a person's decision, the end of another run. Taken into the
-- journal by whoever goes on with the run.
create table workflow_signals (
  run_id uuid not null,
  step text not null,
  how json not null,
  created_at timestamptz not null default now(),
  primary key (run_id, step)
);

-- Which step asks behind an approval that lies in somebody's inbox.
create table workflow_questions (
  id uuid primary key,
  run_id uuid not null,
  project_id uuid not null references projects on delete cascade,
  workflow_id uuid not null references workflows on delete cascade,
  step text not null,
  created_at timestamptz not null default now(),
  unique (run_id, step)
);
create index workflow_questions_project on workflow_questions (project_id);
create index workflow_questions_workflow on workflow_questions (workflow_id);

-- Workflows that are started by the end of another's runs.
create table workflow_followers (
  workflow_id uuid not null references workflows on delete cascade,
  follower_id uuid not null references workflows on delete cascade,
  trigger_id text not null,
  statuses text[] not null,
  primary key (workflow_id, follower_id, trigger_id)
);
create index workflow_followers_follower on workflow_followers (follower_id);

-- Ends that followers have not been told of yet: written in the statement that ends the run.
create table workflow_ended (
  run_id uuid not null,
  follower_id uuid not null references workflows on delete cascade,
  trigger_id text not null,
  primary key (run_id, follower_id, trigger_id)
);
create index workflow_ended_follower on workflow_ended (follower_id);

-- Tables and folders that row and object triggers look at, and how far they have got.
create table workflow_watches (
  workflow_id uuid not null references workflows on delete cascade,
  trigger_id text not null,
  project_id uuid not null references projects on delete cascade,
  -- What it looks at; another place begins anew.
  place text not null,
  every_seconds integer not null,
  position json,
  next_at timestamptz not null default now(),
  looked_at timestamptz,
  -- Between what happened last and when it was seen.
  lag_ms bigint,
  error text,
  primary key (workflow_id, trigger_id)
);
create index workflow_watches_next on workflow_watches (next_at);
create index workflow_watches_project on workflow_watches (project_id);
