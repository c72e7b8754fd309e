-- A bucket that keeps versions keeps what is deleted by itself: the trash then names the version, and
-- holds no copy of its own.
alter table storage_trash
  alter column trash_path drop not null,
  add column version_id text,
  -- What the bucket put over the version when it was deleted; without it the version is current again.
  add column marker_id text,
  -- Something else was written in its place.
  add column is_replaced boolean not null default false,
  add check (num_nonnulls(trash_path, version_id) = 1);
create index on storage_trash (connector_id, path) where version_id is not null;

alter table storage_job_items
  add column version_id text,
  add column marker_id text;
