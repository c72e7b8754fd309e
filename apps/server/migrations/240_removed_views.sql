-- A removed view stays for a while and comes back as the same one: addresses, and who opens the table with it, name its id.
alter table table_views add column deleted_at timestamptz;
create index table_views_deleted on table_views (deleted_at) where deleted_at is not null;
