-- What a project calls a number: revenue is the sum of totals that were not cancelled. `expression` and
-- `filter` are as they were typed; the other two are the same with the columns of their table named as its.
create table measures (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  name jsonb not null,
  synonyms text[] not null default '{}',
  schema_name text not null,
  table_name text not null,
  expression text not null,
  filter text,
  own_expression text not null,
  own_filter text,
  columns text[] not null,
  state text not null default 'ok' check (state in ('ok', 'broken')),
  problem text,
  -- Of the schema it was last run on.
  fingerprint text,
  checked_at timestamptz not null default now(),
  defined_by uuid references users on delete set null,
  defined_at timestamptz not null default now()
);
create index measures_connector on measures (connector_id);
create index measures_project on measures (project_id, defined_at desc);
create index measures_author on measures (defined_by);
