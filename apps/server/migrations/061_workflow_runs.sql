-- The processes that run workflows. The id is the fencing token: once lost_at is set, nothing that
-- process still writes is taken.
create table engine_processes (
  id bigint generated always as identity primary key,
  seen_at timestamptz not null default now(),
  lost_at timestamptz
) with (fillfactor = 50);

-- Unfinished runs only, so it stays small. A run is here or in the history, never in both.
create table workflow_runs (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  workflow_id uuid not null references workflows on delete cascade,
  version integer not null,
  status text not null check (status in ('queued', 'running', 'waiting', 'held')),
  process bigint,
  fence integer not null default 0,
  -- When one that waits goes on; null where a person decides.
  due_at timestamptz,
  is_cancelled boolean not null default false,
  concurrency_key text,
  trigger_kind text not null,
  trigger_id text not null,
  -- How deep workflows called each other to get here.
  depth integer not null default 0,
  parent_run_id uuid,
  parent_step text,
  rerun_of uuid,
  trigger json not null
) with (fillfactor = 70);
create index workflow_runs_queue on workflow_runs (project_id, due_at, id) where status = 'queued';
create index workflow_runs_due on workflow_runs (due_at) where status = 'waiting';
create index workflow_runs_process on workflow_runs (process) where process is not null;
create index workflow_runs_workflow on workflow_runs (workflow_id, id desc);
create index workflow_runs_project on workflow_runs (project_id, id desc);
create index workflow_runs_parent on workflow_runs (parent_run_id) where parent_run_id is not null;

-- What happened in a run that was not over at once: a row a flush, not a row a step.
create table workflow_journal (
  run_id uuid not null,
  seq integer not null,
  entries json not null,
  primary key (run_id, seq)
) partition by range (run_id);

-- Inserted once, never updated. Ids rise with time, so newest first is id descending, and days are
-- cut by id.
create table workflow_history (
  id uuid primary key,
  project_id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  status text not null,
  ms integer not null,
  trigger_kind text not null,
  trigger_id text not null,
  error text,
  error_code text,
  error_step text,
  parent_run_id uuid,
  rerun_of uuid,
  trigger json not null,
  -- Of a run that was over at once; of others the journal has them.
  steps json,
  answer json
) partition by range (id);
create index workflow_history_project on workflow_history (project_id, id desc);
create index workflow_history_workflow on workflow_history (workflow_id, id desc) include (status, ms);
create index workflow_history_failed on workflow_history (project_id, id desc)
  where status = 'failed';
create index workflow_history_workflow_failed on workflow_history (workflow_id, id desc)
  where status = 'failed';

-- One run a slot ('s:…') and a delivery ('d:…').
create table workflow_run_keys (
  workflow_id uuid not null references workflows on delete cascade,
  key text not null,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (workflow_id, key)
);
create index workflow_run_keys_age on workflow_run_keys (created_at);

-- Slots of schedules are ours: the row lock shares the work, the key of a slot makes it one run.
create table workflow_schedules (
  workflow_id uuid not null references workflows on delete cascade,
  trigger_id text not null,
  project_id uuid not null references projects on delete cascade,
  cron text,
  zone text not null,
  seconds integer,
  missed text not null,
  next_at timestamptz not null,
  primary key (workflow_id, trigger_id)
);
create index workflow_schedules_next on workflow_schedules (next_at);
create index workflow_schedules_project on workflow_schedules (project_id);
