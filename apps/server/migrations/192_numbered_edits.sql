-- By which numbers the database knew the columns a staged edit names, when it was made: two columns may
-- swap names, and the names of before lead to the other one then. Null where nobody said.
alter table draft_changes add column seen jsonb;
