-- A fix that takes longer than anybody waits for is applied by a run; until that ends it is on its way.
alter table finding_fixes add column is_running boolean not null default false;
