-- The version of the saved query that a tab goes on from; null where it was opened before that was kept.
alter table editor_tabs add column query_version integer;
