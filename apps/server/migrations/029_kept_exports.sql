-- Exports whose file is kept until it is fetched. Here rather than on a disk, so that every instance
-- can write and read it. A worker that died is followed by another, which begins anew: what the first
-- may still write goes to its own attempt, and counts for nothing.
alter table exports
  add column attempt integer not null default 0,
  add column kept_bytes bigint not null default 0,
  add column expires_at timestamptz,
  add column ticket_until timestamptz;

create table export_parts (
  export_id uuid not null references exports on delete cascade,
  attempt integer not null,
  part integer not null,
  content bytea not null,
  primary key (export_id, attempt, part)
);
-- Packing them again would cost more than it saves.
alter table export_parts alter column content set storage external;
