-- By which numbers a database knew a table and its columns when something was kept about them: what
-- is renamed keeps its number, and what was kept goes with it. Every name a column had stays noted.
alter table drafts
  add column table_oid bigint,
  add column column_numbers jsonb not null default '{}';
create index drafts_number on drafts (user_id, connector_id, table_oid);
alter table table_views
  add column table_oid bigint,
  add column column_numbers jsonb not null default '{}';
create index table_views_number on table_views (connector_id, table_oid);
