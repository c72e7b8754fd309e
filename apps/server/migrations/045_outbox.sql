-- What happened, written in the transaction that did it. A row gets its position after it was
-- committed, from one pass at a time: whoever has read up to a position has missed nothing below it,
-- in whatever order transactions end.
create table outbox (
  id bigint generated always as identity primary key,
  position bigint unique,
  -- What it is about: what happened to one subject is handed on in the order it happened.
  subject text not null,
  type text not null,
  project_id uuid,
  data jsonb not null,
  at timestamptz not null default now()
);
create index outbox_waiting on outbox (id) where position is null;
create index outbox_age on outbox (at);

-- One row: the last position given. Its lock lets one pass after the other give positions.
create table outbox_head (position bigint not null);
insert into outbox_head values (0);

create table outbox_followers (
  name text primary key,
  -- Everything up to here was handled.
  position bigint not null,
  -- How often the one after it has failed, and when it is tried again.
  failures int not null default 0,
  retry_at timestamptz not null default now()
);
