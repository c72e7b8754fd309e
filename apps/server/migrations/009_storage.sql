-- Uploads in parts that the bucket was asked for and that are neither completed nor aborted yet.
create table storage_upload_trails (
  id uuid primary key default gen_random_uuid(),
  connector_id uuid not null references connectors on delete cascade,
  path text not null,
  -- The bucket's own name for it; null until it answered.
  upload_id text,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index on storage_upload_trails (connector_id, path);

-- Uploads a person began, to go on with after a reload. Gone once completed or aborted.
create table storage_uploads (
  id uuid primary key default gen_random_uuid(),
  trail_id uuid not null unique references storage_upload_trails on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  user_id uuid not null references users on delete cascade,
  path text not null,
  byte_size bigint not null,
  content_type text not null,
  fingerprint text not null,
  overwrite boolean not null,
  part_size bigint not null,
  created_at timestamptz not null default now()
);
create index on storage_uploads (connector_id, user_id);

create table storage_upload_parts (
  upload_id uuid not null references storage_uploads on delete cascade,
  number int not null,
  byte_size bigint not null,
  etag text not null,
  primary key (upload_id, number)
);

-- Work on many objects. States are told in the contract (storage/jobs.ts).
create table storage_jobs (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  kind text not null check (kind in ('copy', 'move', 'delete', 'restore', 'purge')),
  state text not null default 'listing'
    check (state in ('listing', 'running', 'done', 'failed', 'cancelled')),
  on_clash text not null default 'fail'
    check (on_clash in ('fail', 'skip', 'replace', 'keep-both')),
  -- Deleted for good instead of into the trash.
  permanent boolean not null default false,
  -- What was asked for: [{from, to}]; folders end in a slash.
  requested jsonb not null,
  -- How far folders were opened up: which of the requested, and the last path seen in it.
  listed_requests int not null default 0,
  listed_after text,
  undoes uuid references storage_jobs on delete set null,
  started_by uuid references users on delete set null,
  started_by_name text,
  total bigint not null default 0,
  bytes_total bigint not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index on storage_jobs (connector_id, created_at desc);

-- One object of a job.
-- waiting → copied (target verified, source still there) → done; or skipped; or failed, which a
-- resumed job takes for waiting again.
create table storage_job_items (
  job_id uuid not null references storage_jobs on delete cascade,
  number bigint not null,
  source text not null,
  target text,
  byte_size bigint not null default 0,
  etag text,
  target_etag text,
  -- The entry of the trash it came from or went to.
  trash_id uuid,
  state text not null default 'waiting'
    check (state in ('waiting', 'copied', 'done', 'skipped', 'failed')),
  code text,
  message text,
  primary key (job_id, number)
);
create index on storage_job_items (job_id, state, number);

create table storage_trash (
  id uuid primary key,
  connector_id uuid not null references connectors on delete cascade,
  job_id uuid references storage_jobs on delete set null,
  -- Where it was, and where its bytes are now.
  path text not null,
  trash_path text not null,
  byte_size bigint not null,
  etag text,
  deleted_by uuid references users on delete set null,
  deleted_by_name text,
  deleted_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on storage_trash (connector_id, deleted_at desc, id);
create index on storage_trash (expires_at);
create index on storage_trash (job_id);

-- What an address of a zip file stands for.
create table storage_zips (
  id uuid primary key default gen_random_uuid(),
  connector_id uuid not null references connectors on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  name text not null,
  paths jsonb not null,
  expires_at timestamptz not null default now() + interval '1 hour'
);

create table bucket_indexes (
  connector_id uuid primary key references connectors on delete cascade,
  state text not null check (state in ('crawling', 'ready', 'failed')),
  -- A whole crawl has ended once.
  is_complete boolean not null default false,
  crawl_id uuid,
  crawled bigint not null default 0,
  crawl_started_at timestamptz,
  crawl_seen_at timestamptz,
  crawled_at timestamptz,
  failure text,
  object_count bigint not null default 0,
  byte_size bigint not null default 0,
  visited_at timestamptz not null default now()
);

create table bucket_objects (
  connector_id uuid not null references connectors on delete cascade,
  path text collate "C" not null,
  -- In lower case and composed, as people type it.
  searched text collate "C" not null,
  file_group text not null,
  byte_size bigint not null,
  updated_at timestamptz not null,
  etag text collate "C" not null,
  -- When we learnt of it: a crawl that began before knows less.
  touched_at timestamptz not null default now(),
  primary key (connector_id, path)
);
create index on bucket_objects (connector_id, byte_size desc, path);
create index on bucket_objects (connector_id, updated_at desc, path);
create index on bucket_objects (connector_id, etag, byte_size);

-- What a running crawl has read so far.
create unlogged table bucket_crawls (
  connector_id uuid not null,
  crawl_id uuid not null,
  path text collate "C" not null,
  searched text collate "C" not null,
  file_group text not null,
  byte_size bigint not null,
  updated_at timestamptz not null,
  etag text collate "C" not null
);
create index on bucket_crawls (crawl_id);

-- Trigrams make a search for a part of a name quick. Where the extension can't be had, the search
-- reads all names instead: slower, never wrong. It may live in any schema.
do $$
declare home text;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'pg_trgm is not available: %', sqlerrm;
  end;
  select nspname into home from pg_extension
    join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  if home is not null then
    execute format('create index bucket_objects_searched on bucket_objects using gin (searched %I.gin_trgm_ops)', home);
  end if;
end $$;
