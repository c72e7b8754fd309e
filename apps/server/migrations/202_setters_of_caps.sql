-- Looked for when an account ends, and when a member leaves.
create index on spend_limits (set_by) where set_by is not null;
