-- What a person opened lately, each thing once, with the address it was last seen at.
create table recent_pages (
  user_id uuid not null references users on delete cascade,
  thing text not null,
  url text not null,
  name text not null,
  visited_at timestamptz not null default clock_timestamp(),
  primary key (user_id, thing)
);
