-- Whose key caused a write: what a trigger finds of it is counted as the key's.
alter table change_sets add column key_id uuid;
-- A row of a table knows the number of its transaction without the rounds it has gone.
create index change_sets_keys on change_sets (connector_id, (transaction_id & 4294967295))
  where key_id is not null;

-- Objects that a key was the last of us to write; forgotten when somebody else does, or after a while.
create table storage_writers (
  connector_id uuid not null references connectors on delete cascade,
  path text collate "C" not null,
  key_id uuid not null,
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (connector_id, path)
);
create index on storage_writers (begun_at);

-- Whose key has a database looked at every morning.
alter table scan_schedules add column key_id uuid;
