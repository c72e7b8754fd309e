-- Who acted: a person, or something that acted for one (a key, a run, a workflow, the assistant).
-- What was written down before came from people, or from nobody who had a session.
alter table audit_log add column actor_kind text, add column actor_ref text;
