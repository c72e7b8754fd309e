-- What was recorded of a table goes with it when it is renamed, in the same way as drafts and views.
-- Numbers of columns stand in the order of the names; null where nobody noted them.
alter table table_shapes
  add column table_oid bigint,
  add column column_numbers integer[];
create index table_shapes_number on table_shapes (connector_id, table_oid);
