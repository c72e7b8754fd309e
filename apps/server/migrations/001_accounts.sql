-- An address may have one verified account. Before verification several accounts may claim it, so
-- that registering never tells whether an address is taken.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  password_hash text not null,
  verified_at timestamptz,
  staff boolean not null default false,
  suspended_at timestamptz,
  settings jsonb not null default '{}',
  selection jsonb not null default '{"projectId": null, "connectorIds": {}}',
  created_at timestamptz not null default now()
);
create unique index users_verified_email on users (lower(email)) where verified_at is not null;
create index users_email on users (lower(email), created_at desc);

-- Tokens are kept as hashes only. A session ends 30 days after its last use and 90 days after login.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  impersonator_id uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  address text
);
create index sessions_user on sessions (user_id);
create index sessions_impersonator on sessions (impersonator_id);
create index sessions_expiry on sessions (expires_at);

-- Single-use proofs that somebody reads a mailbox: kind is 'verify' or 'reset'.
create table mail_proofs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('verify', 'reset')),
  token_hash bytea not null unique,
  code_hash bytea,
  wrong_codes int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index mail_proofs_user on mail_proofs (user_id, kind);
