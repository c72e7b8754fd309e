-- A crawl walks the bucket in the order of its keys and is compared with what is known as it goes:
-- nothing has to be kept aside. Where it was cut off it goes on behind the last key.
drop table bucket_crawls;
alter table bucket_indexes add column crawl_after text collate "C";
