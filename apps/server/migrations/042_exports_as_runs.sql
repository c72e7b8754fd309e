-- Exports that wait become runs. One that was being written when the server was replaced has ended.
insert into runs (kind, subject_id, project_id, connector_id, user_id, title, queued_at)
  select 'export', id, project_id, connector_id, user_id, file_name, created_at
  from exports where state = 'queued';
update exports set state = 'failed', ended_at = now(),
    error = '{"code":"E_UNAVAILABLE","message":"The server that wrote it was stopped."}'
  where state = 'running';
alter table exports drop column is_cancelled, drop column beat_at;
