-- The session an impersonation began from: it is returned to, and ends the impersonation with it.
alter table sessions add column parent_id uuid references sessions on delete cascade;
create index sessions_parent on sessions (parent_id) where parent_id is not null;
