-- What saved queries found, for everybody who asks the same with the same rights. A row is also the
-- flight of its statement: who runs it holds a lease, the attempt fences late writes. What is lost in
-- a crash is asked again, so nothing of it is logged.
create unlogged table query_results (
  -- A hash of all that decides on the rows: connector and its version, rights, statement, values.
  key text primary key,
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  -- The answer as JSON text, or why there is none.
  body bytea,
  failure jsonb,
  byte_size integer not null default 0,
  -- When the statement of this answer began, and when it ended.
  began_at timestamptz,
  ended_at timestamptz,
  attempt bigint not null default 0,
  lease_until timestamptz,
  flight_began_at timestamptz,
  -- Others wait for the flight until then at least.
  wanted_until timestamptz,
  read_at timestamptz not null default now()
);
create index query_results_project on query_results (project_id, read_at);
create index query_results_connector on query_results (connector_id);
create index query_results_age on query_results (read_at);
