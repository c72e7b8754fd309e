-- What was written to users' databases. A set is 'pending' from before the user's commit until we
-- know how it ended; transaction_id is that database's own number of the transaction, by which it
-- still knows later whether it was committed.
create table change_sets (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  user_id uuid references users on delete set null,
  user_name text not null,
  impersonator_name text,
  at timestamptz not null default clock_timestamp(),
  screen text not null,
  kind text not null check (kind in ('row', 'draft', 'import', 'replace', 'sql', 'revert')),
  status text not null default 'pending' check (status in ('pending', 'done', 'unknown')),
  transaction_id bigint,
  inserted bigint not null default 0,
  updated bigint not null default 0,
  deleted bigint not null default 0,
  statement text,
  not_revertible text,
  reverts_id uuid references change_sets on delete set null
);
create index change_sets_connector on change_sets (connector_id, at desc, id desc);
create index change_sets_project on change_sets (project_id);
create index change_sets_user on change_sets (user_id);
create index change_sets_reverts on change_sets (reverts_id) where reverts_id is not null;
create index change_sets_pending on change_sets (at) where status = 'pending';

-- The columns and the key of a table as they were when rows of it were recorded, once for all sets.
create table table_shapes (
  id integer generated always as identity primary key,
  connector_id uuid not null references connectors on delete cascade,
  schema_name text not null,
  table_name text not null,
  columns text[] not null,
  key_columns text[] not null
);
create index table_shapes_table on table_shapes (connector_id, schema_name, table_name);

create table change_set_tables (
  set_id uuid not null references change_sets on delete cascade,
  shape_id integer not null references table_shapes on delete cascade,
  primary key (set_id, shape_id)
);
create index change_set_tables_shape on change_set_tables (shape_id);

-- One row of a user's table. Keys and images are JSON lists of texts and nulls in the order of the
-- shape, so that a million of them repeat no column name.
create table changes (
  set_id uuid not null references change_sets on delete cascade,
  position integer not null,
  shape_id integer not null references table_shapes on delete cascade,
  kind text not null check (kind in ('insert', 'update', 'delete')),
  key_before text,
  key_after text,
  before json,
  after json,
  primary key (set_id, position)
);
-- Keys may be longer than an index entry, so their hashes are looked up.
create index changes_key_before on changes (shape_id, hashtextextended(key_before, 0))
  where key_before is not null;
create index changes_key_after on changes (shape_id, hashtextextended(key_after, 0))
  where key_after is not null;

-- Staged edits of one user in one table. A change that is being applied belongs to its set: when the
-- set is done the change goes, when the set is given up the change is free again.
create table drafts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  connector_id uuid not null references connectors on delete cascade,
  schema_name text not null,
  table_name text not null,
  revision bigint not null default 0,
  changed_at timestamptz not null default now(),
  unique (user_id, connector_id, schema_name, table_name)
);
create index drafts_connector on drafts (connector_id);

create table draft_changes (
  draft_id bigint not null references drafts on delete cascade,
  place bigint generated always as identity,
  ref text not null,
  kind text not null check (kind in ('insert', 'update', 'delete')),
  change json not null,
  applying_id uuid references change_sets on delete set null,
  primary key (draft_id, place)
);
create unique index draft_changes_ref on draft_changes (draft_id, md5(ref));
create index draft_changes_applying on draft_changes (applying_id) where applying_id is not null;
