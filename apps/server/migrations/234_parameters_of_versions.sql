-- What a query asked for belongs to what it was. Null: the version was made before that was kept.
alter table query_versions add column parameters jsonb;
update query_versions version set parameters = query.parameters
  from queries query where query.id = version.query_id and query.version = version.version;
