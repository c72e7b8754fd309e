-- A key acts for the person who made it, in one project. It is live while that person is a member
-- there; one whose person is not is held, and works again when they come back.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  owner_id uuid not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  -- Where it may be used from; empty is anywhere.
  addresses cidr[] not null default '{}',
  per_minute int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- How many days before its end its owner was last warned.
  warned_days int,
  revoked_at timestamptz,
  revoked_by uuid references users on delete set null
);
create index api_keys_project on api_keys (project_id, created_at);
create index api_keys_owner on api_keys (owner_id);
create index api_keys_expiry on api_keys (expires_at) where revoked_at is null;

-- What is sent to prove it. Rotating adds one and gives the older one an end.
create table api_key_secrets (
  id uuid primary key default gen_random_uuid(),
  key_id uuid not null references api_keys on delete cascade,
  hash bytea not null unique,
  -- Its last characters, to tell two of them apart.
  hint text not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz,
  last_used_at timestamptz,
  last_address text
);
create index api_key_secrets_key on api_key_secrets (key_id, created_at);

-- Counted in memory and written every few seconds: a chart, not a bill.
create table api_key_days (
  key_id uuid not null references api_keys on delete cascade,
  day date not null,
  calls bigint not null default 0,
  refused bigint not null default 0,
  primary key (key_id, day)
);

-- A link that was made for a key works as long as the key does.
alter table exports add column key_id uuid references api_keys on delete set null;
alter table storage_zips alter column session_id drop not null,
  add column key_id uuid references api_keys on delete cascade;
