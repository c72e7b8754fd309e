-- Who signs in by a passkey or an outside identity needs no password. The handle is what passkeys
-- know an account by: random, since it is stored on people's devices.
alter table users
  alter column password_hash drop not null,
  add column handle bytea not null unique
    default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  add column passkeys_only boolean not null default false,
  add column avatar text;

-- How somebody signed in, and when they last proved who they are: dangerous changes ask for it again.
alter table sessions
  add column proofs text[] not null default '{}',
  add column proved_at timestamptz not null default 'epoch';
alter table sessions alter column proved_at set default now();

-- A sign-in, or a proof, under way. Only the tab that began it holds the secret, so nobody can plant
-- a sign-in into another's browser with an address or a code. Used once, for ten minutes.
create table auth_flows (
  id uuid primary key default gen_random_uuid(),
  secret_hash bytea not null unique,
  kind text not null,
  user_id uuid references users on delete cascade,
  -- Sealed: challenges, verifiers, an identity that is about to be linked.
  state text,
  wrong int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index auth_flows_user on auth_flows (user_id);
create index auth_flows_age on auth_flows (expires_at);

-- The secret of an authenticator app; asked for from its confirmation on. last_step is the newest
-- thirty seconds a code was taken for: no code counts twice.
create table totp_secrets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, hash)
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- Kept by more devices than one, which count apart.
  synced boolean not null,
  rp_id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Who an outside provider says somebody is. Its address never links accounts; this does.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);
