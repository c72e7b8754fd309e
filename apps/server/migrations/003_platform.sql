-- What was done, by whom. Written in the transaction of the act, never changed afterwards.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  impersonator_id uuid,
  impersonator_name text,
  project_id uuid,
  action text not null,
  target text,
  details jsonb not null default '{}',
  request_id text,
  address text
);
create index audit_log_project on audit_log (project_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- The first answer to a key, kept so that a repeated request gets it again. state 'running' is a
-- claim on an act outside our database whose answer is not known yet.
create table idempotency_keys (
  caller text not null,
  key text not null,
  fingerprint bytea not null,
  state text not null check (state in ('running', 'done')),
  answer text,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Token buckets shared by all instances. Losing them in a crash only forgives.
create unlogged table rate_limits (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index rate_limits_age on rate_limits (refilled_at);

-- Mails kept because no mail server is set. The text holds links that work, so it is encrypted.
create table kept_mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index kept_mails_age on kept_mails (created_at desc, id desc);
