-- Where the objects of an index were found: a connector may lead to another bucket or folder since. Null
-- where nobody noted it.
alter table bucket_indexes add column place text;
