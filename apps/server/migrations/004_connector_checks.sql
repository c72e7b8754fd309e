-- What the last test of a connector found, step by step.
alter table connectors add column last_check jsonb;
