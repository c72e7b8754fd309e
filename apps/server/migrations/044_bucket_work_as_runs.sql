-- Jobs on objects and crawls that were under way go on as runs.
insert into runs (kind, subject_id, project_id, connector_id, user_id, title)
  select 'storage-job', id, project_id, connector_id, started_by, kind
  from storage_jobs where state in ('listing', 'running');
insert into runs (kind, subject_id, project_id, connector_id, title)
  select 'crawl', connectors.id, connectors.project_id, connectors.id, connectors.name
  from bucket_indexes join connectors on connectors.id = connector_id where state = 'crawling';
