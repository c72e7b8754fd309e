-- Who works on a key of a bucket right now: one at a time, over all jobs, calls and instances. Whoever
-- dies stops renewing, and the key is free again once the time is over.
create table storage_leases (
  -- Endpoint and bucket: two connectors may lead to the same one.
  bucket text collate "C" not null,
  key text collate "C" not null,
  holder uuid not null,
  expires_at timestamptz not null,
  primary key (bucket, key)
);
create index on storage_leases (holder);

alter table storage_job_items
  -- Where an object is about to be copied to, written down before, and the etag of what it will
  -- replace there: how a turn that was cut off knows its own copy.
  add column tried text,
  add column tried_over text;

-- Copies into the trash, written down before they are made and crossed out once the trash knows of them.
create table storage_trash_trails (
  id uuid primary key,
  connector_id uuid not null references connectors on delete cascade,
  trash_path text not null,
  created_at timestamptz not null default now()
);
create index on storage_trash_trails (created_at);

-- What we removed while a crawl was under way, which may have seen it before.
create table bucket_removals (
  connector_id uuid not null references connectors on delete cascade,
  path text collate "C" not null,
  removed_at timestamptz not null default now(),
  primary key (connector_id, path)
);
