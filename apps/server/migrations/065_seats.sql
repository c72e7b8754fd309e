-- Who works in a project beyond the seats that are paid for: they read until a seat is free. Empty
-- where there are seats enough; it is looked at with every call.
create table seatless_members (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (project_id, user_id)
);
create index seatless_members_user on seatless_members (user_id);
