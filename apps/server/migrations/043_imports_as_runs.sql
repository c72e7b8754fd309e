-- Imports that wait become runs. One that was being written when the server was replaced is looked at
-- by the run it gets: what became of it is known by the number of its transaction.
insert into runs (kind, subject_id, project_id, connector_id, user_id, title, state, started_at)
  select 'import', id, project_id, connector_id,
    (select id from users
      where id = coalesce((imports.started_by->'user'->>'id')::uuid, imports.user_id)),
    coalesce(source->>'fileName', source->>'key', ''), state,
    case state when 'running' then started_at end
  from imports where state in ('queued', 'running');
alter table imports drop column is_cancelled, drop column beat_at;
