-- Few, read and written with their dashboard only.
alter table dashboards add column filters jsonb not null default '[]';
