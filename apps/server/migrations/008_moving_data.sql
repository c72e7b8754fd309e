-- Data on its way out. `statement` is what is read, checked when the export was asked for. A ticket
-- opens the download of a 'ready' one, once. While it runs its worker beats every second or so; one
-- that fell silent is dead. See the states in the contract.
create table exports (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  user_id uuid references users on delete set null,
  session_id uuid,
  state text not null check (state in
    ('ready', 'queued', 'running', 'done', 'failed', 'cancelled')),
  source json not null,
  file json not null,
  destination json not null,
  planned json not null,
  file_name text not null,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  expected_rows bigint,
  ticket_hash bytea,
  is_cancelled boolean not null default false,
  error json,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  beat_at timestamptz,
  ended_at timestamptz
);
create index exports_connector on exports (connector_id, created_at desc, id desc);
create index exports_project on exports (project_id);
create index exports_user on exports (user_id);
create index exports_age on exports (created_at);

-- Data on its way in. See the states in the contract. `transaction_id` is the user's database's own
-- number of the transaction that writes, noted before its commit together with what it would have
-- written: by it a run whose worker died is settled.
create table imports (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  user_id uuid references users on delete set null,
  state text not null check (state in ('uploading', 'ready', 'queued', 'running', 'checked',
    'refused', 'done', 'failed', 'cancelled')),
  source json not null,
  size bigint,
  etag text,
  plan json,
  dry_run boolean not null default false,
  -- A run is known by its number: what an earlier one still reports is not heard any more.
  run integer not null default 0,
  started_by json,
  progress json,
  analysis json,
  result json,
  error json,
  transaction_id bigint,
  is_cancelled boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  beat_at timestamptz,
  ended_at timestamptz
);
create index imports_connector on imports (connector_id, created_at desc, id desc);
create index imports_project on imports (project_id);
create index imports_user on imports (user_id);
create index imports_age on imports (created_at);

-- The file of an import, in parts. Here rather than on a disk, so that every instance can read it.
create table import_parts (
  import_id uuid not null references imports on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (import_id, part)
);
-- Files are compressed already or are read once: packing them costs more than it saves.
alter table import_parts alter column content set storage external;

create table import_rejects (
  import_id uuid not null references imports on delete cascade,
  place integer not null,
  line bigint not null,
  column_name text,
  value text,
  rule text not null,
  reason text not null,
  primary key (import_id, place)
);

create table import_recipes (
  id uuid primary key default gen_random_uuid(),
  connector_id uuid not null references connectors on delete cascade,
  name text not null,
  plan json not null,
  source json,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index import_recipes_name on import_recipes (connector_id, lower(name));
