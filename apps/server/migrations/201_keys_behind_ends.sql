-- Whose key caused the run that ended: what it starts is the key's as well.
alter table workflow_ended add column key_id uuid;
