-- At most one: the workspace made at the first start. What its owner deletes stays deleted.
create table sample_workspace (
  only_one boolean primary key default true check (only_one),
  project_id uuid references projects on delete set null,
  database_id uuid references connectors on delete set null,
  bucket_id uuid references connectors on delete set null,
  state text not null default 'filling' check (state in ('filling', 'ready', 'failed')),
  done bigint not null default 0,
  total bigint not null default 0,
  what text not null default '',
  anchor timestamptz not null default date_trunc('day', now())
);
