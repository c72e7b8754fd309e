-- A piece of work that outlives the request that asked for it. What is particular to its kind (the
-- import, the export, the job on objects) is in that kind's own table, under subject_id.
create table runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_id uuid not null,
  project_id uuid not null references projects on delete cascade,
  connector_id uuid references connectors on delete cascade,
  -- On whose behalf; nobody's work is the product's own upkeep.
  user_id uuid references users on delete set null,
  title text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ended')),
  -- Who holds it, and how often it was taken: only the last one to take it may write how it ended.
  process uuid,
  fence int not null default 0,
  -- How often it broke off since it last came further.
  tries int not null default 0,
  is_cancelled boolean not null default false,
  -- Asked for anew while the one that was cancelled has not heard of it yet.
  again boolean not null default false,
  done float8 not null default 0,
  total float8,
  phase text,
  outcome text check (outcome in ('done', 'failed', 'cancelled')),
  error jsonb,
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
) with (fillfactor = 70);
create unique index runs_subject on runs (kind, subject_id) where state <> 'ended';
create index runs_queue on runs (kind, project_id, user_id, queued_at) where state = 'queued';
create index runs_running on runs (kind) where state = 'running';
create index runs_project on runs (project_id, queued_at desc);
create index runs_ended on runs (ended_at) where state = 'ended';
