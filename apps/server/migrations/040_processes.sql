-- The processes that serve and work. One that stops beating is gone, and what it held can be judged.
create table processes (
  id uuid primary key,
  started_at timestamptz not null default now(),
  beaten_at timestamptz not null default now()
);

-- Who holds the claim; nobody any more where the act ended without telling what became of it.
alter table idempotency_keys add column process_id uuid;
