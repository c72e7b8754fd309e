-- Rows that one statement inserted into a table, told by their number and the version they all bear
-- instead of one by one.
alter table change_set_tables add column bulk_inserted bigint not null default 0;
alter table change_set_tables add column bulk_version text;
