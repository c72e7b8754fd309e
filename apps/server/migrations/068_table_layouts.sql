-- How somebody arranged the columns of a table: order, width, what is hidden and what stays in sight.
-- It follows the person to another browser; nobody else sees it.
create table table_layouts (
  user_id uuid not null references users on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  schema_name text not null,
  table_name text not null,
  layout jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, connector_id, schema_name, table_name)
);
create index table_layouts_newest on table_layouts (user_id, updated_at);
create index table_layouts_connector on table_layouts (connector_id);
