-- How somebody looks at a table: definition is the part of the address that restores it. Shared
-- views outlive the account of who made them.
create table table_views (
  id uuid primary key default gen_random_uuid(),
  connector_id uuid not null references connectors on delete cascade,
  schema_name text not null,
  table_name text not null,
  name text not null,
  definition text not null,
  shared boolean not null,
  owner_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index table_views_table on table_views (connector_id, schema_name, table_name);

-- The view a table opens with, each member's own choice.
create table table_view_defaults (
  user_id uuid not null references users on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  schema_name text not null,
  table_name text not null,
  view_id uuid not null references table_views on delete cascade,
  primary key (user_id, connector_id, schema_name, table_name)
);
create index table_view_defaults_view on table_view_defaults (view_id);

-- Which tables somebody knew when they last looked after a connector: seen is of the visit before,
-- present of the latest one.
create table connector_visits (
  user_id uuid not null references users on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  seen bigint[] not null,
  present bigint[] not null,
  visited_at timestamptz not null default now(),
  primary key (user_id, connector_id)
);
