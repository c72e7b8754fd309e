-- Private queries a drift breaks, whose authors have been told.
alter table schema_drifts add column told uuid[] not null default '{}';
