-- How far a job is, as last counted: a list of jobs does not count their objects again.
alter table storage_jobs
  add column done bigint not null default 0,
  add column skipped bigint not null default 0,
  add column failed bigint not null default 0,
  add column bytes_done bigint not null default 0,
  -- Why it stopped before its objects were all tried.
  add column stopped_by text;
