-- Millions of rows can't go along with their connector while somebody waits for it to be removed. Nobody
-- comes to them without it, and storage.erase-indexes removes what nothing belongs to, a batch at a time.
alter table bucket_objects drop constraint bucket_objects_connector_id_fkey;
