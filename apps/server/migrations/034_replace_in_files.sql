-- Find and replace in files is a job like the others. What it looks for stays with it: a job that is
-- resumed goes on with it, and its log tells it.
alter table storage_jobs
  drop constraint storage_jobs_kind_check,
  add constraint storage_jobs_kind_check
    check (kind in ('copy', 'move', 'delete', 'restore', 'purge', 'replace')),
  add column replacement jsonb;
