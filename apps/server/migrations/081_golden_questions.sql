-- Questions of a project whose answer somebody verified: a statement, and the columns it gives. They
-- are run again when the schema behind them changes:
-- ok: as verified; changed: it runs and gives other columns; broken: it does not run
-- Only those that are ok are used.
create table golden_questions (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  question text not null,
  -- The question without what makes no difference: what is asked is compared with it.
  words text not null,
  sql text not null,
  columns jsonb not null,
  state text not null default 'ok' check (state in ('ok', 'changed', 'broken')),
  problem text,
  -- Of the schema it was last run on.
  fingerprint text,
  checked_at timestamptz not null default now(),
  verified_by uuid references users on delete set null,
  verified_at timestamptz not null default now(),
  unique (connector_id, words)
);
create index golden_questions_project on golden_questions (project_id, verified_at desc);
create index golden_questions_verifier on golden_questions (verified_by);
