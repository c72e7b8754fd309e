-- Whether others saw it when it was made: what a query was before it was shared stays with its owner. Of
-- those there are nobody noted it; they stay seen as they were.
alter table query_versions add column shared boolean not null default false;
update query_versions version set shared = query.shared
  from queries query where query.id = version.query_id;
